import type { z } from "zod/v4";
import { walletTotalCurrencies } from "../../../contract/balance/balance-lists.ts";
import type { walletsReply } from "../../../contract/balance/wallets.ts";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { Segments } from "../../ui/fields/segments.tsx";
import { Amount } from "../../ui/figures/amount.tsx";

export type WalletTotalProps = { total: z.output<typeof walletsReply>["meta"] };

/** All wallets in one currency, which is chosen by a link. */
export function WalletTotal({ total }: WalletTotalProps) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  const money = useWalletMoney({});
  const times = useMemberTimes();
  const segments = walletTotalCurrencies.map((currency) => ({
    to: href(`/dashboard/wallets?currency=${currency}`),
    name: currency.toUpperCase(),
    current: currency === total.currency,
  }));
  return (
    <Card aria-labelledby="total" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div>
        <h2 id="total" className="text-small font-medium text-ink-2">
          {t("total.title")}
        </h2>
        <p>
          <Amount value={money.exact(total.total)} unit={total.currency.toUpperCase()} size="huge" />
        </p>
        <p className="text-small text-ink-3">
          {t(total.is_complete ? "total.at" : "total.incomplete", { time: times.clock(total.rates_at) })}
        </p>
      </div>
      <div className="w-36">
        <Segments label={t("total.currency")} segments={segments} />
      </div>
    </Card>
  );
}
