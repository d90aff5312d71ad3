import type { AnsweredQuestion } from "../../components/shell/page/answered-question.ts";
import { formatExactPercent, formatMoney } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { Question } from "../../ui/disclosure.tsx";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";
import { Check, Minus } from "../../ui/icons/icons.tsx";
import { EarnCalculator } from "./earn-calculator.tsx";
import type { EarnData } from "./earn-page.server.ts";
import { earnWords } from "./earn-words.ts";
import { WhenItCounts } from "./when-it-counts.tsx";

type EarnPageProps = { data: EarnData; questions: readonly AnsweredQuestion[] };

export function EarnPage({ data, questions }: EarnPageProps) {
  const { t } = useTranslation("earn");
  const href = useHref();
  const words = earnWords(useLang(), data);
  return (
    <div className="page-width py-10 lg:py-14">
      <div className="grid items-end gap-x-12 gap-y-6 lg:grid-cols-[1fr_25rem]">
        <div>
          <h1 className="text-display text-balance">{t("heading", words)}</h1>
          <p className="mt-4 max-w-text text-lead text-ink-2">{t("lead")}</p>
        </div>
        <div>
          <ul className="space-y-2.5 text-body-2">
            {(["counts", "ready", "payout"] as const).map((name) => (
              <li key={name} className="flex gap-3">
                <Check size={20} className="mt-0.5 shrink-0 text-success-700" />
                {t(`points.${name}`, words)}
              </li>
            ))}
          </ul>
          <OwnLink data={data} />
        </div>
      </div>
      <EarnCalculator data={data} />
      <WhenItCounts words={words} />
      <Tiers data={data} />
      <Rule words={words} />
      <section aria-labelledby="questions" className="mt-14 grid gap-6 lg:grid-cols-[16rem_1fr] lg:gap-12">
        <div>
          <h2 id="questions" className="text-h2">
            {t("questions.title")}
          </h2>
          <p className="mt-1 text-body-2 text-ink-2">
            {t("questions.other")}{" "}
            <a href={href("/company/contact-us")} className="text-link-inline">
              {t("questions.write")}
            </a>
          </p>
        </div>
        <div className="border-t border-line">
          {questions.map(({ question, answer }, index) => (
            <Question key={question} title={question} open={index === 0}>
              {answer}
            </Question>
          ))}
        </div>
      </section>
    </div>
  );
}

/** A partner reads the link here; others go to where they get one. */
function OwnLink({ data: { link, isMember } }: { data: EarnData }) {
  const { t } = useTranslation("earn");
  const href = useHref();
  return (
    <div className="mt-6">
      {link && (
        <p className="mb-3 max-w-[30rem] select-all rounded border border-line bg-inset px-3.5 py-3 [overflow-wrap:anywhere]">
          {link}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <a
          href={href(isMember ? "/dashboard/affiliates" : "/sign-up?next=/dashboard/affiliates")}
          className={buttonClass({ variant: "filled", size: "large" })}
        >
          {t(link ? "mine" : "get")}
        </a>
        {!isMember && <span className="text-small text-ink-2">{t("enough")}</span>}
      </div>
    </div>
  );
}

const counted = ["first", "code", "promo"] as const;
const uncounted = ["own", "undone", "abuse"] as const;

function Rule({ words }: { words: ReturnType<typeof earnWords> }) {
  const { t } = useTranslation("earn");
  const list = "mt-3 divide-y divide-line text-body-2 text-ink-2";
  return (
    <section aria-labelledby="rule" className="mt-14">
      <h2 id="rule" className="text-h2">
        {t("rule.title")}
      </h2>
      <div className="mt-5 grid gap-5 lg:grid-cols-2 lg:gap-6">
        <Card aria-labelledby="counts">
          <h3 id="counts" className="flex items-center gap-2.5 text-h4">
            <Check size={20} className="text-success-700" />
            {t("rule.counts")}
          </h3>
          <ul className={list}>
            {counted.map((name) => (
              <li key={name} className="py-2.5">
                {t(`rule.${name}`, words)}
              </li>
            ))}
          </ul>
        </Card>
        <Card aria-labelledby="uncounted">
          <h3 id="uncounted" className="flex items-center gap-2.5 text-h4">
            <Minus size={20} className="text-ink-3" />
            {t("rule.not")}
          </h3>
          <ul className={list}>
            {uncounted.map((name) => (
              <li key={name} className="py-2.5">
                {t(`rule.${name}`, words)}
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </section>
  );
}

/**
 * Rates by what a partner's customers have exchanged in twelve months, and what they would bring with the typed figures: in a
 * column of their own, on a phone below the first.
 */
function Tiers({ data: { terms, estimate, symbol } }: { data: EarnData }) {
  const { t } = useTranslation("earn");
  const lang = useLang();
  return (
    <section aria-labelledby="tiers" className="mt-14">
      <h2 id="tiers" className="text-h2">
        {t("tiers.title")}
      </h2>
      <p className="mt-2 text-body-2 text-ink-2">{t("tiers.text")}</p>
      <div className="mt-4 overflow-x-auto">
        <Table>
          <thead>
            <tr>
              <HeadCell>{t("tiers.from")}</HeadCell>
              <HeadCell figures>{t("tiers.percent")}</HeadCell>
              <HeadCell figures>{t("tiers.second")}</HeadCell>
              {estimate && (
                <HeadCell figures className="hidden sm:table-cell">
                  {t("tiers.yours")}
                </HeadCell>
              )}
            </tr>
          </thead>
          <tbody>
            {terms.tiers.map(({ tier, turnover_usd: from, percent, second_level_percent: second }) => (
              <tr key={tier}>
                <Cell>
                  {t("tiers.least", { amount: formatMoney(lang, from, "USD") })}
                  {estimate && (
                    <div className="mt-1 text-small sm:hidden">
                      <div className="text-ink-2">{t("tiers.yours")}</div>
                      <OwnTier
                        tier={estimate.tiers.find((estimatedTier) => estimatedTier.tier === tier)}
                        symbol={symbol}
                      />
                    </div>
                  )}
                </Cell>
                <Cell figures>
                  <strong>{formatExactPercent(lang, percent)}</strong>
                </Cell>
                <Cell figures>{formatExactPercent(lang, second)}</Cell>
                {estimate && (
                  <Cell figures className="hidden sm:table-cell">
                    <OwnTier
                      tier={estimate.tiers.find((estimatedTier) => estimatedTier.tier === tier)}
                      symbol={symbol}
                    />
                  </Cell>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
}

type OwnTierProps = { tier: NonNullable<EarnData["estimate"]>["tiers"][number] | undefined; symbol: string };

/** What the typed month brings in a tier, and from which month on. */
function OwnTier({ tier, symbol }: OwnTierProps) {
  const { t } = useTranslation("earn");
  const lang = useLang();
  if (!tier) return null;
  if (tier.month === null) return <span className="text-ink-2">{t("tiers.notReached")}</span>;
  return (
    <>
      <strong>{formatMoney(lang, tier.monthly, symbol, 2)}</strong>
      {tier.month > 0 && (
        <span className="block text-small text-ink-2">{t("tiers.reached", { month: tier.month })}</span>
      )}
    </>
  );
}
