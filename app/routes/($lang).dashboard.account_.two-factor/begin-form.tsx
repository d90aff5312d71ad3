import { Form } from "@remix-run/react";
import { FormProblem } from "../../forms/form-problem.tsx";
import { PasswordField } from "../../forms/password-field.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";

export function BeginForm({ reply }: { reply: FormReply | undefined }) {
  const { t } = useTranslation("account");
  const password = t("twoFactor.password");
  return (
    <Form method="post" noValidate className="max-w-[27.5rem] space-y-5">
      <FormProblem reply={reply} labels={{ password }} />
      <PasswordField name="password" label={password} reply={reply} kind="current-password" />
      <SubmitButton variant="filled" size="large" intent="begin" pressed={t("twoFactor.beginPressed")}>
        {t("twoFactor.begin")}
      </SubmitButton>
    </Form>
  );
}
