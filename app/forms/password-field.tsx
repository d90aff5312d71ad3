import type { ReactNode } from "react";
import { useTranslation } from "../i18n/translation.ts";
import { FieldFrame, fieldIds } from "../ui/fields/field-frame.tsx";
import { PasswordInput } from "../ui/fields/password-input.tsx";
import type { FormReply } from "./reply.ts";

type PasswordFieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  reply: FormReply | undefined;
  /** Whether the browser offers the stored password or a new one. */
  kind: "current-password" | "new-password";
  /** A link beside the label. */
  aside?: ReactNode;
};

/** Passwords are not sent back with a refused form. */
export function PasswordField({ name, label, hint, reply, kind, aside }: PasswordFieldProps) {
  const { t } = useTranslation("forms");
  const error = reply?.fields[name]?.text;
  const ids = fieldIds(name, { hint: Boolean(hint), error: Boolean(error) });
  return (
    <div className="relative">
      <FieldFrame id={name} label={label} hint={hint} error={error}>
        <PasswordInput
          id={name}
          name={name}
          required
          maxLength={256}
          autoComplete={kind}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids.describedBy}
          showLabel={t("password.show")}
          hideLabel={t("password.hide")}
        />
      </FieldFrame>
      {/* After the field in tab order: users who know the password skip the link. */}
      {aside && <div className="absolute right-0 top-0 text-small font-semibold">{aside}</div>}
    </div>
  );
}
