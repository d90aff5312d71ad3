import { useMoney } from "../../components/order/use-money.ts";
import { formatAmount, formatDuration } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import type { PairPageParts } from "./pair-page.server.ts";

/** What to know of the pair before an order, from the market and the rules in force. */
export function PairFacts({ page: { pair, from, assets, rules } }: { page: PairPageParts }) {
  const { t } = useTranslation("pair");
  const lang = useLang();
  const money = useMoney(assets);
  const limits = `${formatAmount(lang, pair.min_from)}–${formatAmount(lang, pair.max_from)}\u00a0${from.symbol}`;
  return (
    <Card>
      <h2 className="mb-3 text-body-2 font-semibold">{t("facts.title")}</h2>
      <Slip className="sm:grid sm:grid-cols-2 sm:gap-x-8">
        <SlipRow label={t("facts.limits")}>{limits}</SlipRow>
        <SlipRow label={t("facts.reserve")}>{money.text(pair.reserve, pair.to)}</SlipRow>
        {from.kind === "crypto" && (
          <SlipRow label={t("facts.confirmations")}>{formatAmount(lang, String(from.confirmations))}</SlipRow>
        )}
        {rules && <SlipRow label={t("facts.quote")}>{formatDuration(lang, rules.quote_seconds)}</SlipRow>}
        {rules && (
          <SlipRow label={t("facts.pay")}>
            {formatDuration(lang, from.kind === "ewallet" ? rules.invoice_open_seconds : rules.pay_window_seconds)}
          </SlipRow>
        )}
      </Slip>
    </Card>
  );
}
