import { removalRules } from "../../../contract/reviews/review-rules.ts";
import { useTranslation } from "../../i18n/translation.ts";

/** The whole rule by which words are removed: the operator's commands know no other reason. */
export function RulesOfReviews() {
  const { t } = useTranslation("reviews");
  return (
    <section id="rule" aria-labelledby="rule-title" className="mt-12 max-w-text scroll-mt-4">
      <h2 id="rule-title" className="text-h3">
        {t("rules.title")}
      </h2>
      <p className="mt-2 text-body text-ink-2">{t("rules.text")}</p>
      <ul className="mt-2 list-disc space-y-1 pl-6 text-body text-ink-2">
        {removalRules.map((rule) => (
          <li key={rule}>{t(`rules.list.${rule}`)}</li>
        ))}
      </ul>
      <p className="mt-2 text-body text-ink-2">{t("rules.stars")}</p>
    </section>
  );
}
