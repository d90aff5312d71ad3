import { useTranslation } from "react-i18next";
import { factorInput } from "../../forms/factor-input.ts";
import { Field } from "../../forms/field.tsx";
import { PasswordField } from "../../forms/password-field.tsx";
import type { FormReply } from "../../forms/reply.ts";

/** What a form says of the fields of `OwnProof` above it. */
export function useProofLabels() {
  const { t } = useTranslation("account");
  return { password: t("proof.password"), two_factor_code: t("password.code") };
}

/** Whoever sits at an open session shows once more who they are. */
export function OwnProof({ hasTwoFactor, reply }: { hasTwoFactor: boolean; reply: FormReply | undefined }) {
  const { t } = useTranslation("account");
  const labels = useProofLabels();
  return (
    <>
      <PasswordField name="password" label={labels.password} reply={reply} kind="current-password" />
      {hasTwoFactor && (
        <Field
          name="two_factor_code"
          label={labels.two_factor_code}
          hint={t("password.codeHint")}
          reply={reply}
          required
          {...factorInput}
        />
      )}
    </>
  );
}
