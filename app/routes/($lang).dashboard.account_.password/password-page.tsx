import { Form } from "@remix-run/react";
import { AccountFrame } from "../../components/account/account-frame.tsx";
import type { Done } from "../../components/account/done.ts";
import { FactorField } from "../../components/account/proof/own-proof.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import { PasswordField } from "../../forms/password-field.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";

type PasswordPageProps = {
  email: string;
  hasPassword: boolean;
  hasTwoFactor: boolean;
  done: Done | null;
  reply: FormReply | undefined;
};

export function PasswordPage({ hasPassword, done, ...form }: PasswordPageProps) {
  const { t } = useTranslation("account");
  const href = useHref();
  return (
    <AccountFrame title={t("password.title")} lead={t(hasPassword ? "password.lead" : "password.none")} done={done}>
      {hasPassword ? (
        <PasswordForm {...form} />
      ) : (
        <a href={href("/reset")} className={buttonClass({ variant: "filled" })}>
          {t("password.set")}
        </a>
      )}
    </AccountFrame>
  );
}

function PasswordForm({ email, hasTwoFactor, reply }: Pick<PasswordPageProps, "email" | "hasTwoFactor" | "reply">) {
  const { t } = useTranslation("account");
  const labels = {
    current_password: t("password.current"),
    password: t("password.new"),
    two_factor_code: t("password.code"),
  };
  return (
    <Form method="post" noValidate className="max-w-[27.5rem] space-y-5">
      <FormProblem reply={reply} labels={labels} />
      {/* For password managers: the account of this password. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField name="current_password" label={labels.current_password} reply={reply} kind="current-password" />
      <PasswordField
        name="password"
        label={labels.password}
        hint={t("password.newHint")}
        reply={reply}
        kind="new-password"
      />
      {hasTwoFactor && <FactorField reply={reply} />}
      <SubmitButton variant="filled" size="large" pressed={t("password.pressed")}>
        {t("password.submit")}
      </SubmitButton>
    </Form>
  );
}
