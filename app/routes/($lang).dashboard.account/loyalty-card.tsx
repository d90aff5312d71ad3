import type { MemberLoyalty } from "../../../contract/member/loyalty.ts";
import { useTierName } from "../../components/summary/loyalty-row.tsx";
import { formatDate, formatExactPercent, formatMoney } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";

/** The member's tier: what it gives, what the next one takes, when this one ends, and all of them. */
export function LoyaltyCard({ loyalty }: { loyalty: MemberLoyalty }) {
  const { t } = useTranslation("account");
  const lang = useLang();
  const tierName = useTierName();
  const dollars = (amount: string) => formatMoney(lang, amount, "USD", 2);
  const { tier, discount_percent: percent, next_tier: next, next_tier_needs: needs, ends_at: end } = loyalty;
  return (
    <Card aria-labelledby="loyalty">
      <h2 id="loyalty" className="text-h4">
        {t("loyalty.title")}
      </h2>
      <p className="mt-2 text-body font-semibold">
        {tier === null
          ? t("loyalty.none")
          : t("loyalty.now", { tier: tierName(tier), percent: formatExactPercent(lang, percent) })}
      </p>
      <div className="mt-1 space-y-1 text-body-2 text-ink-2">
        <p>{t("loyalty.turnover", { amount: dollars(loyalty.turnover_usd) })}</p>
        {next !== null && needs !== null && (
          <p>{t("loyalty.next", { tier: tierName(next), amount: dollars(needs) })}</p>
        )}
        {end !== null && <p>{t("loyalty.ends", { date: formatDate(lang, end) })}</p>}
      </div>
      <div className="mt-4">
        <Slip>
          {loyalty.tiers.map((one) => (
            <SlipRow
              key={one.tier}
              label={t("loyalty.from", {
                tier: tierName(one.tier),
                amount: formatMoney(lang, one.turnover_usd, "USD"),
              })}
            >
              {t("loyalty.off", { percent: formatExactPercent(lang, one.discount_percent) })}
            </SlipRow>
          ))}
        </Slip>
      </div>
      <p className="mt-3 text-small text-ink-2">{t("loyalty.rule")}</p>
    </Card>
  );
}
