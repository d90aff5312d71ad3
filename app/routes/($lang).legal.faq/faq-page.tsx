import type { ExchangeRules } from "../../../contract/terms/exchange-rules.ts";
import type { LegalValues } from "../../components/legal/legal-values.ts";
import { useLegalLinks } from "../../components/legal/use-legal-links.tsx";
import { AssetRules } from "../../components/rules/asset-rules.tsx";
import { ExceptionTable } from "../../components/rules/exception-table.tsx";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Question } from "../../ui/disclosure.tsx";
import { matchingGroups } from "./matching-groups.ts";
import { QuestionSearch } from "./question-search.tsx";
import { shownGroups } from "./shown-groups.ts";

type FaqPageProps = { rules: ExchangeRules | null; values: LegalValues /** Empty: all questions. */; search: string };

/** So few answers of a search are open at once. */
const openedAnswers = 3;

/** The questions by product; their figures are those of the rules. */
export function FaqPage({ rules, values, search }: FaqPageProps) {
  const { t } = useTranslation("content");
  const parts = useLegalLinks();
  const groups = matchingGroups(shownGroups(t("faq.groups", { returnObjects: true, ...values }), values), search);
  const count = groups.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <div className="page-width py-10 lg:py-14">
      <h1 className="text-h1">{t("faq.heading")}</h1>
      <p className="mt-3 max-w-text text-lead text-ink-2">
        <TextWithParts text={t("faq.lead", values)} parts={parts} />
      </p>
      <QuestionSearch search={search} count={count} />
      {search === "" && (
        <ul className="mt-5 flex flex-wrap gap-x-6 text-body-2">
          {groups.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-block py-1 text-link hover:underline">
                {heading}
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8 max-w-[48rem] space-y-10">
        {groups.map(({ id, heading, questions }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} className="mb-3 scroll-mt-6 text-h3">
              {heading}
            </h2>
            <div className="border-t border-line">
              {questions.map(({ question, answer }) => (
                <Question key={question} title={question} open={search !== "" && count <= openedAnswers}>
                  <TextWithParts text={answer} parts={parts} />
                </Question>
              ))}
            </div>
          </section>
        ))}
        {search === "" && (
          <>
            <div>
              <ExceptionTable rules={rules} show="all" paysBy="crypto" folded="open" ofKind />
              <ExceptionTable rules={rules} show="all" paysBy="ewallet" folded="closed" ofKind />
            </div>
            {rules && <AssetRules assets={rules.assets} />}
          </>
        )}
      </div>
    </div>
  );
}
