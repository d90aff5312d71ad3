import { Form } from "@remix-run/react";
import { factorInput } from "../../forms/factor-input.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import { PasswordField } from "../../forms/password-field.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";

export function DisableForm({ reply }: { reply: FormReply | undefined }) {
  const { t } = useTranslation("account");
  const labels = { password: t("twoFactor.password"), code: t("twoFactor.offCode") };
  return (
    <section aria-labelledby="off" className="space-y-4 border-t border-line pt-6">
      <h2 id="off" className="text-h3">
        {t("twoFactor.offTitle")}
      </h2>
      <p className="text-body-2 text-ink-2">{t("twoFactor.offText")}</p>
      <Form method="post" noValidate className="max-w-[27.5rem] space-y-5">
        <FormProblem reply={reply} labels={labels} />
        <PasswordField name="password" label={labels.password} reply={reply} kind="current-password" />
        <Field name="code" label={labels.code} reply={reply} required {...factorInput} />
        <SubmitButton variant="danger" intent="disable" pressed={t("twoFactor.disablePressed")}>
          {t("twoFactor.disable")}
        </SubmitButton>
      </Form>
    </section>
  );
}
