import { Form } from "@remix-run/react";
import { useTranslation } from "../i18n/translation.ts";
import { FormProblem } from "./form-problem.tsx";
import type { FormReply } from "./reply.ts";
import { SubmitButton } from "./submit-button.tsx";

/** Replaces a page when the service does not answer its form: keeps the input, and one press submits it again. */
export function TryAgain({ reply }: { reply: FormReply }) {
  const { t } = useTranslation(["forms", "errors"]);
  return (
    <div className="page-width py-16">
      <Form method="post" className="max-w-text space-y-5">
        <h1 className="text-h1">
          {t(reply.problem === "too_many_requests" ? "errors:tooMany.title" : "errors:unavailable.title")}
        </h1>
        <FormProblem reply={reply} labels={{}} />
        <p className="text-body-2 text-ink-2">{t(reply.waitMinutes ? "keptUntilThen" : "kept")}</p>
        {Object.entries(reply.values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SubmitButton variant="filled" size="large">
          {t("again")}
        </SubmitButton>
      </Form>
    </div>
  );
}
