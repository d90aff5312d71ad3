import { Form } from "@remix-run/react";
import { AuthFrame } from "../../components/account/steps/auth-frame.tsx";
import { CodeSafetyNote } from "../../components/account/steps/code-safety-note.tsx";
import { withNext } from "../../components/account/steps/with-next.ts";
import { CodeField } from "../../forms/code-field.tsx";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";

type TwoFactorPageProps = {
  method: "app" | "recovery";
  hasRecovery: boolean;
  next: string | null;
  reply: FormReply | undefined;
};

export function TwoFactorPage({ method, hasRecovery, next, reply }: TwoFactorPageProps) {
  const { t } = useTranslation("auth");
  const href = useHref();
  const label = t(method === "app" ? "twoFactor.code" : "twoFactor.recovery");
  const link = "inline-block py-1 font-semibold text-link hover:underline";
  return (
    <AuthFrame
      title={t(method === "app" ? "twoFactor.title" : "twoFactor.recoveryTitle")}
      lead={t(method === "app" ? "twoFactor.lead" : "twoFactor.recoveryLead")}
      foot={
        <a href={href(withNext("/sign-in", next))} className={link}>
          {t("twoFactor.restart")}
        </a>
      }
    >
      <Form method="post" noValidate className="space-y-5">
        <FormProblem reply={reply} labels={{ code: label }} />
        {method === "app" ? (
          <CodeField name="code" label={label} reply={reply} />
        ) : (
          <Field
            name="code"
            label={label}
            reply={reply}
            required
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        <SubmitButton variant="filled" size="large" pressed={t("twoFactor.pressed")} className="sm:w-full">
          {t("twoFactor.submit")}
        </SubmitButton>
      </Form>
      {hasRecovery && (
        <p className="text-body-2">
          <a href={href(method === "app" ? "/two-factor?with=recovery" : "/two-factor")} className={link}>
            {t(method === "app" ? "twoFactor.lost" : "twoFactor.app")}
          </a>
        </p>
      )}
      <CodeSafetyNote />
    </AuthFrame>
  );
}
