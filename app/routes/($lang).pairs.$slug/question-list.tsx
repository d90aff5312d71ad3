import type { AnsweredQuestion } from "../../components/shell/page/answered-question.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Question } from "../../ui/disclosure.tsx";

export function PairQuestions({ questions }: { questions: readonly AnsweredQuestion[] }) {
  const { t } = useTranslation("pair");
  return (
    <section aria-labelledby="questions" className="mt-4">
      <h2 id="questions" className="mb-4 text-h3">
        {t("questions.title")}
      </h2>
      <div className="border-t border-line">
        {questions.map(({ question, answer }, index) => (
          <Question key={question} title={question} open={index === 0}>
            {answer}
          </Question>
        ))}
      </div>
    </section>
  );
}
