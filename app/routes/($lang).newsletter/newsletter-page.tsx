import { Form } from "@remix-run/react";
import { BotCheck } from "../../components/bot-check/bot-check.tsx";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { emailInput } from "../../forms/email-input.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { MailCheck } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

type NewsletterPageProps = { reply: FormReply | undefined; accepted: { email: string; days: string } | undefined };

/** One field. The answer is the same for every valid address. */
export function NewsletterPage({ reply, accepted }: NewsletterPageProps) {
  const { t } = useTranslation("newsletter");
  return (
    <div className="page-width pb-20 pt-6 lg:pt-10">
      <div className="max-w-text space-y-6">
        <h1 className="text-h1">{t("title")}</h1>
        <p className="text-lead text-ink-2">{t("lead")}</p>
        {accepted ? (
          <Note tone="success" icon={MailCheck}>
            {t("accepted", accepted)}
            <form id={pageFormId} method="post" hidden />
          </Note>
        ) : (
          <Card main aria-label={t("title")}>
            <SubscribeForm reply={reply} />
          </Card>
        )}
      </div>
    </div>
  );
}

function SubscribeForm({ reply }: { reply: FormReply | undefined }) {
  const { t } = useTranslation("newsletter");
  const href = useHref();
  return (
    <Form id={pageFormId} method="post" noValidate className="space-y-5">
      <FormProblem reply={reply} labels={{ email: t("email") }} />
      <Field name="email" label={t("email")} hint={t("hint")} reply={reply} required {...emailInput} />
      <div className="text-body-2">
        <p className="text-ink-2">{t("consentTitle")}</p>
        <blockquote className="mt-1.5 border-l-2 border-line pl-3">{t("consent")}</blockquote>
        <a href={href("/legal/privacy-policy")} className="mt-1.5 inline-block py-1 text-link-inline">
          {t("privacy")}
        </a>
      </div>
      <BotCheck action="subscribe" reply={reply} />
      <SubmitButton variant="filled" size="large" pressed={t("pressed")}>
        {t("submit")}
      </SubmitButton>
    </Form>
  );
}
