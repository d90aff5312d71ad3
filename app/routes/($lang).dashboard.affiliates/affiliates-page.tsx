import { PageHead } from "../../components/dashboard/page-head.tsx";
import { formatExactPercent } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import type { AffiliateFormResult } from "./affiliate-form-result.ts";
import type { Partner, Programme } from "./affiliates-page.server.ts";
import { BalanceCard } from "./balance-card.tsx";
import { EmbedCard } from "./embed-card.tsx";
import { JoinCard } from "./join-card.tsx";
import { LinkCard } from "./link-card.tsx";
import { LinksCard } from "./links-card.tsx";
import { PartnerNotes } from "./partner-notes.tsx";
import { PeriodCard } from "./period-card.tsx";
import { ReferralsCard } from "./referrals-card.tsx";
import { SourceTables } from "./source-tables.tsx";

type AffiliatesPageProps = Programme & {
  partner: Partner | null;
  days: number;
  actionData: AffiliateFormResult | undefined;
};

export function AffiliatesPage(page: AffiliatesPageProps) {
  const { partner, terms, assets, canPayOut, answerHours, days, actionData } = page;
  const { t } = useTranslation("affiliates");
  const lang = useLang();
  const href = useHref();
  const percent = formatExactPercent(lang, partner?.summary.percent ?? terms.tiers[0]?.percent ?? "0");
  return (
    <>
      <PageHead title={t("title")} />
      <p className="-mt-3 mb-6 max-w-text text-lead text-ink-2">{t("lead", { percent })}</p>
      {partner === null ? (
        <JoinCard terms={terms} />
      ) : (
        <div className="space-y-5 lg:space-y-6">
          <PartnerNotes summary={partner.summary} assets={assets} />
          <div className="grid gap-5 lg:grid-cols-[2fr_1fr] lg:gap-6">
            <LinkCard summary={partner.summary} terms={terms} />
            <BalanceCard
              summary={partner.summary}
              assets={assets}
              canPayOut={canPayOut}
              answerHours={answerHours}
              reply={actionData?.form === "payout" ? actionData.reply : undefined}
            />
          </div>
          {!isNew(partner) && (
            <>
              <PeriodCard partner={partner} assets={assets} days={days} />
              <ReferralsCard partner={partner} assets={assets} />
              <SourceTables partner={partner} assets={assets} />
            </>
          )}
          <LinksCard links={partner.links} actionData={actionData} />
          <EmbedCard link={partner.summary.link} />
        </div>
      )}
      <p className="mt-5 text-small text-ink-2">
        {t("rule")}{" "}
        <a href={href("/earn")} className="text-link-inline">
          {t("allRules")}
        </a>
      </p>
    </>
  );
}

/** Nothing has come yet: no zeros and no empty drawing. */
function isNew({ byTime, referrals, summary: { period, ready, waiting, paid_out: paid } }: Partner): boolean {
  const hasMoney = [ready, waiting, paid].some((amount) => /[1-9]/.test(amount));
  return byTime.length === 0 && referrals.length === 0 && period.visits === 0 && !hasMoney;
}
