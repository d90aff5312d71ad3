import type { ExchangeRules } from "../../../contract/terms/exchange-rules.ts";
import { formatExactPercent, formatMoney } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";

/** Rules that differ by currency: payment tolerance and refund fee. */
export function AssetRules({ assets }: Pick<ExchangeRules, "assets">) {
  const { t } = useTranslation("rules");
  const lang = useLang();
  return (
    <section
      aria-labelledby="asset-rules"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it where it is wider than a phone.
      tabIndex={0}
      className="overflow-x-auto"
    >
      <h2 id="asset-rules" className="sticky left-0 mb-4 text-h3">
        {t("assets.title")}
      </h2>
      <Table>
        <thead>
          <tr>
            <HeadCell>{t("assets.asset")}</HeadCell>
            <HeadCell figures>{t("assets.tolerance")}</HeadCell>
            <HeadCell figures>{t("assets.refundFee")}</HeadCell>
            <HeadCell figures>{t("assets.confirmations")}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {assets.map((rule) => (
            <tr key={rule.asset}>
              <Cell>
                {rule.symbol} <span className="text-ink-3">{rule.network_label ?? rule.name}</span>
              </Cell>
              <Cell figures>{formatExactPercent(lang, rule.tolerance_percent)}</Cell>
              <Cell figures>
                {/[1-9]/.test(rule.refund_fee) ? formatMoney(lang, rule.refund_fee, rule.symbol) : t("assets.none")}
              </Cell>
              <Cell figures>{rule.confirmations}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
