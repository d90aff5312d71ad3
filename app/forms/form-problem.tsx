import { TextWithParts } from "../i18n/text-with-parts.tsx";
import { useTranslation } from "../i18n/translation.ts";
import { ErrorSummary } from "../ui/fields/error-summary.tsx";
import { MailCheck } from "../ui/icons/icons.tsx";
import { Note } from "../ui/messages/note.tsx";
import type { FormReply } from "./reply.ts";

type FormProblemProps = {
  reply: FormReply | undefined;
  /** The labels of the fields by name, with the text for an empty one: the summary links to each wrong field. */
  labels: Record<string, string | { label: string; missing?: string }>;
};

/**
 * The error summary above a form: takes the focus and links to each wrong field, by its label unless the text names it.
 * Renders nothing without errors.
 */
export function FormProblem({ reply, labels }: FormProblemProps) {
  const { t } = useTranslation("forms");
  if (!reply) return null;
  if (reply.emailedCode && reply.problem === "captcha_failed") return <CodeSent code={reply.emailedCode} />;
  const wrong = Object.entries(labels).flatMap(([name, fieldLabel]) => {
    const problem = reply.fields[name];
    if (!problem) return [];
    const { label, missing } = typeof fieldLabel === "string" ? { label: fieldLabel } : fieldLabel;
    const { code, text, isNamed } = problem;
    const ownText = code === "required" && missing ? missing : isNamed && text;
    return [{ id: name, text: ownText || t("attentionOf", { label, text }) }];
  });
  const title =
    reply.problem === "validation_failed" && wrong.length > 0
      ? t("attention", { count: wrong.length })
      : reply.waitMinutes
        ? t("wait", { count: reply.waitMinutes })
        : reply.sentence;
  // A new key per response, so that the box is focused again.
  return (
    <ErrorSummary key={JSON.stringify([reply.fields, reply.problem, reply.waitMinutes])} title={title} fields={wrong} />
  );
}

/** Not an error: what is left to do, with a link to the field. */
function CodeSent({ code: { id, email, isReplacement } }: { code: NonNullable<FormReply["emailedCode"]> }) {
  const { t } = useTranslation("check");
  const field = (text: string) => (
    <a href="#email_code" className="text-link-inline">
      {text}
    </a>
  );
  return (
    <div role="alert" key={id}>
      <Note icon={MailCheck}>
        <TextWithParts text={t(isReplacement ? "sentAgain" : "sent", { email })} parts={{ field }} />
      </Note>
    </div>
  );
}
