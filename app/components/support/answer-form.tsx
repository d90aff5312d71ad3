import { Form } from "@remix-run/react";
import { maxMessageLength } from "../../../contract/support/ticket-states.ts";
import type { Ticket } from "../../../contract/support/tickets.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { pageFormId } from "../shell/page/page-handle.ts";
import { AttachmentsField } from "./attachments-field.tsx";
import type { RefusedMessage } from "./kept-file.ts";

/** The customer's next message, and the end of the question. */
export function AnswerForm({ ticket, actionData }: { ticket: Ticket; actionData: RefusedMessage | undefined }) {
  const { t } = useTranslation("support");
  const href = useHref();
  const isDenied = ticket.entries.some(({ event }) => event === "author_denied");
  if (!ticket.can_answer) {
    return (
      <div className="space-y-3 border-t border-line pt-6">
        <p className="text-body-2 text-ink-2">{isDenied ? t("ticket.denied") : t("ticket.tooOld")}</p>
        <LinkButton href={href("/company/contact-us")}>{t("ticket.new")}</LinkButton>
      </div>
    );
  }
  const isClosed = ticket.status === "closed";
  return (
    <div className="space-y-4 border-t border-line pt-6">
      <Form id={pageFormId} method="post" encType="multipart/form-data" noValidate className="space-y-4">
        <FormProblem
          reply={actionData?.reply}
          labels={{
            message: { label: t("ticket.answer"), missing: t("form.messageMissing") },
            files: t("form.files"),
          }}
        />
        <input type="hidden" name="after" value={ticket.entries.at(-1)?.id ?? ""} />
        <Field
          name="message"
          label={t("ticket.answer")}
          hint={isClosed ? t("ticket.reopenHint") : undefined}
          missing={t("form.messageMissing")}
          reply={actionData?.reply}
          required
          long
          maxLength={maxMessageLength}
        />
        <AttachmentsField files={actionData?.files ?? []} reply={actionData?.reply} />
        <SubmitButton variant="filled" intent="answer" pressed={t("form.pressed")}>
          {t("ticket.send")}
        </SubmitButton>
      </Form>
      {!isClosed && (
        <Form method="post">
          <SubmitButton variant="outlined" intent="solve" pressed={t("ticket.solvePressed")}>
            {t("ticket.solve")}
          </SubmitButton>
        </Form>
      )}
    </div>
  );
}
