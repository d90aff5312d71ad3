import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { z } from "zod/v4";
import type { lettersReply } from "../../../contract/exchange.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

type Letter = z.output<typeof lettersReply>["data"][number];

export function MailboxPage({ letters, to }: { letters: Letter[]; to: string | null }) {
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
              <Link to={pathname} className="inline-block py-1 text-link-inline">
                {t("all")}
              </Link>
            </p>
          )}
        </div>
        <Link to={pathname + search} className={buttonClass({})}>
          {t("refresh")}
        </Link>
      </header>
      {letters.length === 0 ? (
        <EmptyState title={t("empty")}>{t("emptyText")}</EmptyState>
      ) : (
        letters.map((letter) => <LetterCard key={letter.id} letter={letter} />)
      )}
    </div>
  );
}

function LetterCard({ letter }: { letter: Letter }) {
  const { t } = useTranslation("mailbox");
  const lang = useLang();
  return (
    <Card aria-label={t("letter", { subject: letter.subject })}>
      <h2 className="text-h3" lang={letter.language}>
        {letter.subject}
      </h2>
      <p className="mt-1 flex flex-wrap gap-x-4 text-small text-ink-3">
        <span>
          {t("to")} {letter.to}
        </span>
        <span>{formatDateTime(lang, letter.at)} UTC</span>
        <span>{t(`language.${letter.language}`)}</span>
      </p>
      <LetterText text={letter.text} lang={letter.language} />
    </Card>
  );
}

/**
 * As text, with links that can be followed: the HTML has styles of its own, which no page of ours may run. It lies
 * beside the text in the mailbox folder.
 */
function LetterText({ text, lang }: { text: string; lang: string }) {
  const parts = text.split(/(https?:\/\/\S+)/);
  return (
    <p lang={lang} className="mt-4 whitespace-pre-wrap border-t border-line pt-4 text-body-2 [overflow-wrap:anywhere]">
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one letter never move.
          <a key={index} href={part} className="text-link-inline">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
