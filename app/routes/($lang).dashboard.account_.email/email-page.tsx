import { Form } from "@remix-run/react";
import { AccountFrame } from "../../components/account/account-frame.tsx";
import type { Done } from "../../components/account/done.ts";
import { OwnProof, useProofLabels } from "../../components/account/proof/own-proof.tsx";
import { PasswordFirst } from "../../components/account/proof/password-first.tsx";
import { RequestedCode } from "../../components/account/steps/requested-code.tsx";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { emailInput } from "../../forms/email-input.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { ShieldCheck } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

type EmailPageProps = {
  email: string;
  hasPassword: boolean;
  hasTwoFactor: boolean;
  /** Where a code that may still be entered was sent. */
  requested: string | null;
  done: Done | null;
  restoredForm: Record<string, string> | null;
  reply: FormReply | undefined;
};

export function EmailPage({ email, hasPassword, done, ...form }: EmailPageProps) {
  const { t } = useTranslation("account");
  const b = (text: string) => <strong className="font-semibold [overflow-wrap:anywhere]">{text}</strong>;
  return (
    <AccountFrame title={t("email.title")} lead={t("email.lead")} done={done}>
      <Note icon={ShieldCheck}>
        <TextWithParts text={t("email.note", { email })} parts={{ b }} />
      </Note>
      {hasPassword ? <EmailForm {...form} /> : <PasswordFirst />}
    </AccountFrame>
  );
}

type EmailFormProps = Pick<EmailPageProps, "hasTwoFactor" | "requested" | "restoredForm" | "reply">;

function EmailForm({ hasTwoFactor, requested, restoredForm, reply }: EmailFormProps) {
  const { t } = useTranslation("account");
  const labels = { email: t("email.new"), ...useProofLabels() };
  return (
    <Form id={pageFormId} method="post" noValidate className="max-w-[27.5rem] space-y-5">
      <FormProblem reply={reply} labels={labels} />
      <RequestedCode email={requested} path="/dashboard/account/email/code" />
      <Field name="email" label={labels.email} reply={reply} saved={restoredForm?.email} required {...emailInput} />
      <OwnProof hasTwoFactor={hasTwoFactor} reply={reply} />
      <SubmitButton variant="filled" size="large" pressed={t("email.pressed")}>
        {t("email.submit")}
      </SubmitButton>
    </Form>
  );
}
