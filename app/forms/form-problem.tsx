import { useTranslation } from "../i18n/translation.ts";
import { ErrorSummary } from "../ui/fields/error-summary.tsx";
import type { FormReply } from "./reply.ts";
import { useSentences } from "./use-sentences.ts";

type FormProblemProps = {
  reply: FormReply | undefined;
  /** The labels of the fields by name: the summary links to each wrong one. */
  labels: Record<string, string>;
};

/** The error summary above a form: takes the focus and links to each wrong field. Renders nothing without errors. */
export function FormProblem({ reply, labels }: FormProblemProps) {
  const { t } = useTranslation("forms");
  const sentences = useSentences();
  if (!reply) return null;
  const wrong = Object.keys(labels).flatMap((name) => {
    const problem = reply.fields[name];
    return problem
      ? [{ id: name, text: t("attentionOf", { label: labels[name], text: sentences.field(problem) }) }]
      : [];
  });
  const title =
    reply.problem === "validation_failed" && wrong.length > 0
      ? t("attention", { count: wrong.length })
      : sentences.problem(reply.problem);
  // A new key per response, so that the box is focused again.
  return <ErrorSummary key={JSON.stringify([reply.fields, reply.problem])} title={title} fields={wrong} />;
}
