import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { Question } from "../../ui/disclosure.tsx";

const questions = ["different", "late", "account", "review", "reserve", "cancel"] as const;

export function Questions() {
  const { t } = useTranslation("home");
  const address = useHref();
  return (
    <section aria-labelledby="questions" className="border-t border-line bg-surface py-[3.25rem] lg:py-20">
      <div className="page-width grid gap-x-12 gap-y-7 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div>
          <h2 id="questions" className="text-h2">
            {t("questions.title")}
          </h2>
          <p className="mb-4 mt-1 text-body-2 text-ink-2">{t("questions.lead")}</p>
          <LinkButton href={address("/company/contact-us")}>{t("questions.write")}</LinkButton>
        </div>
        <div className="border-t border-line">
          {questions.map((name, index) => (
            <Question key={name} title={t(`questions.list.${name}.question`)} open={index === 0}>
              {t(`questions.list.${name}.answer`)}
            </Question>
          ))}
        </div>
      </div>
    </section>
  );
}
