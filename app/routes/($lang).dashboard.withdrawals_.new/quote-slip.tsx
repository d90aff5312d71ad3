import type { Assets } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import type { WithdrawalQuote } from "./new-withdrawal-result.ts";

type QuoteSlipProps = {
  quote: WithdrawalQuote | null;
  source: "wallet" | "affiliate";
  fee: string | null;
  asset: string;
  assets: Assets;
};

/** What it takes and what arrives; before the service has answered, the fee alone. */
export function QuoteSlip({ quote, source, fee, asset, assets }: QuoteSlipProps) {
  const { t } = useTranslation("withdrawals");
  const money = useWalletMoney(assets);
  const cost = quote?.fee ?? fee ?? "0";
  return (
    <Slip className="border-t border-line pt-5">
      <SlipRow label={t(source === "affiliate" ? "new.takenRewards" : "new.taken")}>
        {quote ? money.text(quote.amount, asset) : "–"}
      </SlipRow>
      <SlipRow label={t("new.fee")}>−{money.text(cost, asset)}</SlipRow>
      <SlipRow label={t("new.arrives")} total>
        {quote ? money.text(quote.net, asset) : "–"}
      </SlipRow>
    </Slip>
  );
}
