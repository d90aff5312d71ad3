import { Form } from "@remix-run/react";
import { GoogleNote } from "../../components/account/google/google-note.tsx";
import { GoogleSignIn } from "../../components/account/google/google-sign-in.tsx";
import { AuthFrame } from "../../components/account/steps/auth-frame.tsx";
import { withNext } from "../../components/account/steps/with-next.ts";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { emailInput } from "../../forms/email-input.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import { PasswordField } from "../../forms/password-field.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { CircleCheck, Clock } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

type SignInPageProps = {
  next: string | null;
  reason: "ended" | "again" | "reset" | "out" | "closed" | null;
  reply: FormReply | undefined;
};

export function SignInPage({ next, reason, reply }: SignInPageProps) {
  const { t } = useTranslation("auth");
  const href = useHref();
  const lead = reason === null && next !== null ? t("back") : t("signIn.lead");
  return (
    <AuthFrame
      title={t("signIn.title")}
      lead={lead}
      foot={
        <>
          {t("signIn.newHere")}{" "}
          <a href={href(withNext("/sign-up", next))} className="inline-block py-1 font-semibold text-link-inline">
            {t("signIn.create")}
          </a>
        </>
      }
    >
      {reason && !reply && (
        <Note
          tone={reason === "reset" ? "success" : "gray"}
          icon={reason === "ended" || reason === "again" ? Clock : CircleCheck}
        >
          {t(`signIn.${reason}`)}
        </Note>
      )}
      {!reply && <GoogleNote />}
      <Form id={pageFormId} method="post" noValidate className="space-y-5">
        <FormProblem reply={reply} labels={{ email: t("email"), password: t("password") }} />
        {reply?.problem === "too_many_requests" && (
          <Note tone="gray" icon={Clock}>
            {t("signIn.paused")}{" "}
            <a href={href(withNext("/reset", next))} className="inline-block py-1 font-semibold text-link-inline">
              {t("signIn.pausedReset")}
            </a>
          </Note>
        )}
        <Field
          name="email"
          label={t("email")}
          placeholder={t("emailExample")}
          reply={reply}
          required
          {...emailInput}
          autoComplete="username"
        />
        <PasswordField
          name="password"
          label={t("password")}
          reply={reply}
          kind="current-password"
          aside={
            <a href={href(withNext("/reset", next))} className="inline-block py-0.5 text-link hover:underline">
              {t("signIn.forgot")}
            </a>
          }
        />
        <Checkbox
          id="remember"
          name="remember"
          defaultChecked={reply?.values.remember !== undefined}
          label={
            <>
              {t("signIn.remember")}
              <span className="block text-small text-ink-3">{t("signIn.rememberHint")}</span>
            </>
          }
        />
        <SubmitButton variant="filled" size="large" pressed={t("signIn.pressed")} className="sm:w-full">
          {t("signIn.submit")}
        </SubmitButton>
      </Form>
      <GoogleSignIn next={next} />
    </AuthFrame>
  );
}
