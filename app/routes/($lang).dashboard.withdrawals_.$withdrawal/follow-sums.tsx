import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";
import { shortId } from "../../components/order/mask-account.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import { Recipient } from "./recipient.tsx";

/** Amounts, address and transaction; of one that sent nothing only what it was about. */
export function FollowSums({ withdrawal, assets }: { withdrawal: Withdrawal; assets: Assets }) {
  const { t } = useTranslation("withdrawals");
  const money = useWalletMoney(assets);
  const { asset, amount, fee, net, tx, status } = withdrawal;
  const isOff = ["cancelled", "rejected", "failed"].includes(status);
  return (
    <div className="space-y-5 border-t border-line pt-5">
      <Slip>
        {isOff ? (
          <SlipRow label={t("one.asked")}>{money.text(amount, asset)}</SlipRow>
        ) : (
          <>
            <SlipRow label={t("one.taken")}>{money.text(amount, asset)}</SlipRow>
            <SlipRow label={t("one.fee")}>−{money.text(fee, asset)}</SlipRow>
            <SlipRow label={t("one.arrives")} total>
              {money.text(net, asset)}
            </SlipRow>
          </>
        )}
        {tx && (
          <SlipRow label={t("one.tx")}>
            {tx.url ? (
              <a href={tx.url} rel="noreferrer" target="_blank" className="text-link-inline">
                {shortId(tx.id)}
              </a>
            ) : (
              shortId(tx.id)
            )}
          </SlipRow>
        )}
      </Slip>
      <Recipient withdrawal={withdrawal} assets={assets} />
    </div>
  );
}
