import { PartnerQuestionLine } from "../../components/shell/consent/partner-question.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { CircleCheck, Info } from "../../ui/icons/icons.tsx";
import { Badge } from "../../ui/messages/badge.tsx";
import type { earnWords } from "./earn-words.ts";

/** How long a link counts, each time with its condition, and the question on which the second one depends. */
export function WhenItCounts({ words }: { words: ReturnType<typeof earnWords> }) {
  const { t } = useTranslation("earn");
  return (
    <section aria-labelledby="when" className="mt-14">
      <h2 id="when" className="text-h2">
        {t("when.title")}
      </h2>
      <p className="mt-2 max-w-text text-lead text-ink-2">{t("when.lead")}</p>
      <ol className="mt-6 grid gap-x-8 gap-y-6 lg:grid-flow-col lg:auto-cols-fr">
        {(["visit", "agreed", "account"] as const).map((step, index) => (
          <li key={step} className="flex gap-4">
            <span aria-hidden="true" className="how-number">
              {index + 1}
            </span>
            <div>
              <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-body font-semibold">
                {t(`when.${step}.title`, words)}
                <Badge tone={step === "visit" ? "success" : "gray"} icon={step === "visit" ? CircleCheck : Info}>
                  {t(`when.${step}.condition`)}
                </Badge>
              </h3>
              <p className="mt-1 text-body-2 text-ink-2">{t(`when.${step}.text`, words)}</p>
            </div>
          </li>
        ))}
      </ol>
      <h3 className="mt-8 text-body-2 font-semibold">{t("when.example")}</h3>
      <div className="mt-2 overflow-hidden rounded-card border border-line bg-surface">
        <PartnerQuestionLine isExample />
      </div>
      <p className="mt-2 text-small text-ink-2">{t("when.exampleNote")}</p>
    </section>
  );
}
