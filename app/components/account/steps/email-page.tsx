import { Form } from "@remix-run/react";
import { emailInput } from "../../../forms/email-input.ts";
import { Field } from "../../../forms/field.tsx";
import { FormProblem } from "../../../forms/form-problem.tsx";
import type { FormReply } from "../../../forms/reply.ts";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { BotCheck } from "../../bot-check/bot-check.tsx";
import { pageFormId } from "../../shell/page/page-handle.ts";
import { GoogleSignIn } from "../google/google-sign-in.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { RequestedCode } from "./requested-code.tsx";
import { withNext } from "./with-next.ts";

type EmailPageProps = {
  name: "signUp" | "reset";
  next: string | null;
  /** Where a code that may still be entered was sent. */
  requested: string | null;
  reply: FormReply | undefined;
};

/** The first page of sign-up and reset: the address for the code. */
export function EmailStepPage({ name, next, requested, reply }: EmailPageProps) {
  const { t } = useTranslation("auth");
  const href = useHref();
  return (
    <AuthFrame
      title={t(`${name}.title`)}
      lead={t(`${name}.lead`)}
      foot={
        <>
          {t(name === "signUp" ? "signUp.member" : "reset.remembered")}{" "}
          <a href={href(withNext("/sign-in", next))} className="inline-block py-1 font-semibold text-link-inline">
            {t(`${name}.signIn`)}
          </a>
        </>
      }
    >
      <Form id={pageFormId} method="post" noValidate className="space-y-5">
        <FormProblem reply={reply} labels={{ email: t("email") }} />
        <RequestedCode email={requested} path={name === "signUp" ? "/sign-up/code" : "/reset/code"} />
        <Field name="email" label={t("email")} placeholder={t("emailExample")} reply={reply} required {...emailInput} />
        <BotCheck action={name === "signUp" ? "sign_up" : "reset"} reply={reply} />
        <SubmitButton variant="filled" size="large" pressed={t(`${name}.pressed`)} className="sm:w-full">
          {t(`${name}.submit`)}
        </SubmitButton>
      </Form>
      {name === "signUp" && <GoogleSignIn next={next} />}
    </AuthFrame>
  );
}
