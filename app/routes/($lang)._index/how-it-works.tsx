import { useTranslation } from "../../i18n/translation.ts";
import { Section } from "./section.tsx";

const steps = ["quote", "pay", "arrive"] as const;

export function HowItWorks() {
  const { t } = useTranslation("home");
  return (
    <Section title={t("how.title")} band>
      <ol className="grid gap-x-8 gap-y-8 lg:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-4">
            <span aria-hidden="true" className="how-number">
              {index + 1}
            </span>
            <div>
              <h3 className="text-body font-semibold">{t(`how.${step}.title`)}</h3>
              <p className="mt-1 text-body-2 text-ink-2">{t(`how.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
