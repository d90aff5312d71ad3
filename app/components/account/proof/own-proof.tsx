import { factorInput } from "../../../forms/factor-input.ts";
import { Field } from "../../../forms/field.tsx";
import { PasswordField } from "../../../forms/password-field.tsx";
import type { FormReply } from "../../../forms/reply.ts";
import { useTranslation } from "../../../i18n/translation.ts";

/** The labels of the fields of `OwnProof`, for its form. */
export function useProofLabels() {
  const { t } = useTranslation("account");
  return { password: t("proof.password"), two_factor_code: t("password.code") };
}

/** Asks the user of an open session to prove their identity again. */
export function OwnProof({ hasTwoFactor, reply }: { hasTwoFactor: boolean; reply: FormReply | undefined }) {
  const labels = useProofLabels();
  return (
    <>
      <PasswordField name="password" label={labels.password} reply={reply} kind="current-password" />
      {hasTwoFactor && <FactorField reply={reply} />}
    </>
  );
}

/** For a code from the authenticator or a recovery code. */
export function FactorField({ reply }: { reply: FormReply | undefined }) {
  const { t } = useTranslation("account");
  return (
    <Field
      name="two_factor_code"
      label={t("password.code")}
      hint={t("password.codeHint")}
      reply={reply}
      required
      {...factorInput}
    />
  );
}
