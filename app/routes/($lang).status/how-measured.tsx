import { useTranslation } from "../../i18n/translation.ts";

const facts = ["minute", "silence", "who"] as const;

/** Where the figures of the page come from. */
export function HowMeasured() {
  const { t } = useTranslation("status");
  return (
    <section aria-labelledby="how-measured">
      <h2 id="how-measured" className="text-h3">
        {t("how.title")}
      </h2>
      <dl className="mt-3 space-y-3 text-body-2">
        {facts.map((fact) => (
          <div key={fact} className="sm:grid sm:grid-cols-[8rem_1fr] sm:gap-x-4">
            <dt className="font-semibold">{t(`how.${fact}.name`)}</dt>
            <dd className="text-ink-2">{t(`how.${fact}.text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
