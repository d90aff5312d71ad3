import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { CodeField } from "../../../forms/code-field.tsx";
import { FormProblem } from "../../../forms/form-problem.tsx";
import { PasswordField } from "../../../forms/password-field.tsx";
import type { FormReply } from "../../../forms/reply.ts";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextWithParts } from "../../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { ArrowLeft } from "../../../ui/icons/icons.tsx";
import { useTimes } from "../../order/use-times.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { CodeSafetyNote } from "./code-safety-note.tsx";
import { Resend } from "./resend.tsx";
import { withNext } from "./with-next.ts";

/** What the page needs about the sent code; the challenge stays on the server. */
export type SentCode = {
  email: string;
  codeLength: number;
  expiresAt: string;
  resendAt: string;
  now: string;
  next: string | null;
};

type CodePageProps = {
  name: "signUpCode" | "resetCode";
  sent: SentCode;
  reply: FormReply | undefined;
  triesLeft: number | undefined;
  labels?: Record<string, string>;
  /** Further fields, between the password and the button. */
  children: ReactNode;
};

/** The code from the email and the new password. */
export function CodePage({ name, sent, reply, triesLeft, labels = {}, children }: CodePageProps) {
  const { t } = useTranslation("auth");
  const href = useHref();
  const times = useTimes(sent.now);
  const password = name === "signUpCode" ? t("password") : t("newPassword");
  const lead = (
    <TextWithParts
      text={t(`${name}.lead`, { email: sent.email, time: times.moment(sent.expiresAt) })}
      parts={{ b: (email) => <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{email}</strong> }}
    />
  );
  return (
    <AuthFrame
      title={t(`${name}.title`)}
      lead={lead}
      back={
        <a
          href={href(withNext(name === "signUpCode" ? "/sign-up" : "/reset", sent.next))}
          className="mb-4 inline-flex min-h-11 items-center gap-2 text-body-2 font-semibold text-link hover:underline"
        >
          <ArrowLeft size={18} />
          {t(`${name}.other`)}
        </a>
      }
    >
      <Form method="post" noValidate className="space-y-5">
        <FormProblem reply={reply} labels={{ code: t("code"), password, ...labels }} />
        {/* For password managers: the account of this password. */}
        <input type="hidden" name="username" autoComplete="username" value={sent.email} />
        <CodeField
          name="code"
          label={t("code")}
          length={sent.codeLength}
          hint={triesLeft === undefined ? undefined : t("codeTries", { count: triesLeft })}
          reply={reply}
        />
        <PasswordField name="password" label={password} hint={t("passwordHint")} reply={reply} kind="new-password" />
        {children}
        <SubmitButton variant="filled" size="large" intent="go" pressed={t(`${name}.pressed`)} className="sm:w-full">
          {t(`${name}.submit`)}
        </SubmitButton>
      </Form>
      <Resend resendAt={sent.resendAt} now={sent.now} />
      <CodeSafetyNote />
    </AuthFrame>
  );
}
