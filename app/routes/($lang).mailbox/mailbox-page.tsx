import { useLocation } from "@remix-run/react";
import { Pages } from "../../components/dashboard/pages.tsx";
import type { ListedEmail, MailboxList } from "../../components/mailbox/mailbox-list.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { ChevronRight } from "../../ui/icons/icons.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";

export function MailboxPage({ emails, to, pages }: MailboxList) {
  const { t } = useTranslation("mailbox");
  const { pathname, search } = useLocation();
  const addressOf = (page: number) => `${pathname}?${new URLSearchParams({ ...(to && { to }), page: String(page) })}`;
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
        <>
          <Card aria-label={t("list")} className="!p-0">
            <ul className="divide-y divide-line">
              {emails.map((email) => (
                <li key={email.id}>
                  <EmailRow email={email} query={to ? `?${new URLSearchParams({ to })}` : ""} />
                </li>
              ))}
            </ul>
          </Card>
          <Pages pages={pages} addressOf={addressOf} />
        </>
      )}
    </div>
  );
}

function EmailRow({ email, query }: { email: ListedEmail; query: string }) {
  const href = useHref();
  const lang = useLang();
  return (
    <a
      href={href(`/mailbox/${encodeURIComponent(email.id)}${query}`)}
      className="flex items-center gap-4 px-4 py-3 hover:bg-inset lg:px-6"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-body-2 font-semibold" lang={email.language}>
          {email.subject}
        </span>
        <span className="flex flex-wrap gap-x-4 text-small text-ink-3">
          <span className="text-ink-2 [overflow-wrap:anywhere]">{email.to}</span>
          <span className="figures">{formatDateTime(lang, email.at)} UTC</span>
          <code className="font-sans">{email.kind}</code>
        </span>
      </span>
      <ChevronRight size={18} className="shrink-0 text-ink-3" />
    </a>
  );
}
