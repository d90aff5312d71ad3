import { Form } from "@remix-run/react";
import { AccountFrame } from "../../components/account/account-frame.tsx";
import type { SentCode } from "../../components/account/steps/code-page.tsx";
import { CodeSafetyNote } from "../../components/account/steps/code-safety-note.tsx";
import { Resend } from "../../components/account/steps/resend.tsx";
import { useTimes } from "../../components/order/use-times.ts";
import { CodeField } from "../../forms/code-field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";

type EmailCodePageProps = { sent: SentCode; reply: FormReply | undefined; triesLeft: number | undefined };

/** The code from the email to the new address. Does not reveal whether another account has it. */
export function EmailCodePage({ sent, reply, triesLeft }: EmailCodePageProps) {
  const { t } = useTranslation(["account", "auth"]);
  const href = useHref();
  const times = useTimes(sent.now);
  const lead = (
    <TextWithParts
      text={t("emailCode.lead", { email: sent.email, time: times.moment(sent.expiresAt) })}
      parts={{ b: (email) => <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{email}</strong> }}
    />
  );
  return (
    <AccountFrame title={t("emailCode.title")} lead={lead} done={null}>
      <div className="max-w-[27.5rem] space-y-6">
        <Form method="post" noValidate className="space-y-5">
          <FormProblem reply={reply} labels={{ code: t("auth:code") }} />
          <CodeField
            name="code"
            label={t("auth:code")}
            length={sent.codeLength}
            hint={triesLeft === undefined ? undefined : t("auth:codeTries", { count: triesLeft })}
            reply={reply}
          />
          <p className="text-small text-ink-3">{t("emailCode.note")}</p>
          <SubmitButton variant="filled" size="large" intent="go" pressed={t("emailCode.pressed")}>
            {t("emailCode.submit")}
          </SubmitButton>
        </Form>
        <div>
          <Resend resendAt={sent.resendAt} now={sent.now} />
          <a
            href={href("/dashboard/account/email")}
            className="inline-flex min-h-11 items-center text-body-2 font-semibold text-link hover:underline"
          >
            {t("emailCode.other")}
          </a>
        </div>
        <CodeSafetyNote />
      </div>
    </AccountFrame>
  );
}
