import { useLocation } from "@remix-run/react";
import { EmailHead } from "../../components/mailbox/email-head.tsx";
import { EmailText } from "../../components/mailbox/email-text.tsx";
import type { MailboxEmail } from "../../components/mailbox/mailbox-emails.server.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";

export function MailboxPage({ emails, to }: { emails: MailboxEmail[]; to: string | null }) {
  const { t } = useTranslation("mailbox");
  const { pathname, search } = useLocation();
  return (
    <div className="page-width space-y-6 pb-20 pt-6 lg:pt-10">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="max-w-text space-y-3">
          <h1 className="text-h1">{t("title")}</h1>
          <p className="text-lead text-ink-2">{t("lead")}</p>
          {to && (
            <p className="text-body-2">
              {t("only", { email: to })}{" "}
              <a href={pathname} className="inline-block py-1 text-link-inline">
                {t("all")}
              </a>
            </p>
          )}
        </div>
        <a href={pathname + search} className={buttonClass({})}>
          {t("refresh")}
        </a>
      </header>
      {emails.length === 0 ? (
        <EmptyState title={t("empty")}>{t("emptyText")}</EmptyState>
      ) : (
        emails.map((email) => <EmailCard key={email.id} email={email} />)
      )}
    </div>
  );
}

function EmailCard({ email }: { email: MailboxEmail }) {
  const { t } = useTranslation("mailbox");
  const href = useHref();
  return (
    <Card aria-label={t("email", { subject: email.subject })}>
      <h2 className="text-h3" lang={email.language}>
        {email.subject}
      </h2>
      <EmailHead email={email} />
      <EmailText text={email.text} lang={email.language} />
      <p className="mt-4">
        <a href={href(`/mailbox/${encodeURIComponent(email.id)}`)} className={buttonClass({ size: "small" })}>
          {t("designed")}
        </a>
      </p>
    </Card>
  );
}
