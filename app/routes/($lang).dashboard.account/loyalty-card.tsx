import type { MemberLoyalty } from "../../../contract/member/loyalty.ts";
import { useTierName } from "../../components/summary/loyalty-row.tsx";
import { formatDate, formatExactPercent, formatMoney } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";

/** The member's tier in a row: what it gives, and how far the next one is; the rule is folded. */
export function LoyaltyCard({ loyalty }: { loyalty: MemberLoyalty }) {
  const { t } = useTranslation("account");
  const lang = useLang();
  const tierName = useTierName();
  const dollars = (amount: string) => formatMoney(lang, amount, "USD", 2);
  const { tier, discount_percent: percent, next_tier: next, next_tier_needs: needs, ends_at: end } = loyalty;
  return (
    <Card aria-labelledby="loyalty">
      <h2 id="loyalty" className="sr-only">
        {t("loyalty.title")}
      </h2>
      <div className="grid gap-x-10 gap-y-3 text-small text-ink-2 lg:grid-cols-2">
        <div>
          <p className="text-body-2 font-semibold text-ink">
            {tier === null
              ? t("loyalty.none")
              : t("loyalty.now", { tier: tierName(tier), percent: formatExactPercent(lang, percent) })}
          </p>
          <p className="mt-0.5">{t("loyalty.turnover", { amount: dollars(loyalty.turnover_usd) })}</p>
        </div>
        <div>
          {next !== null && needs !== null && (
            <>
              <Progress reached={Number(loyalty.turnover_usd)} missing={Number(needs)} />
              <p className="mt-1.5">{t("loyalty.next", { tier: tierName(next), amount: dollars(needs) })}</p>
            </>
          )}
          {end !== null && <p className="mt-1">{t("loyalty.ends", { date: formatDate(lang, end) })}</p>}
        </div>
      </div>
      <Disclosure title={t("loyalty.how")} link className="mt-2">
        <Slip className="max-w-text">
          {loyalty.tiers.map((loyaltyTier) => (
            <SlipRow
              key={loyaltyTier.tier}
              label={t("loyalty.from", {
                tier: tierName(loyaltyTier.tier),
                amount: formatMoney(lang, loyaltyTier.turnover_usd, "USD"),
              })}
            >
              {t("loyalty.off", { percent: formatExactPercent(lang, loyaltyTier.discount_percent) })}
            </SlipRow>
          ))}
        </Slip>
        <p className="mt-3 max-w-text text-small text-ink-2">{t("loyalty.rule")}</p>
      </Disclosure>
    </Card>
  );
}

/** The text below it says the same. */
function Progress({ reached, missing }: { reached: number; missing: number }) {
  const width = Math.round((reached / Math.max(1, reached + missing)) * 100);
  return (
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className="mt-1.5 h-2 w-full">
      <path d="M0 0h100v4h-100z" className="fill-inset" />
      <path d={`M0 0h${width}v4H0z`} className="fill-primary-600" />
    </svg>
  );
}
