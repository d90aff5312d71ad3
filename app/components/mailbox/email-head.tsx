import { formatDateTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import type { MailboxEmail } from "./mailbox-emails.server.ts";

/** Recipient, time and language of an email. */
export function EmailHead({ email }: { email: MailboxEmail }) {
  const { t } = useTranslation("mailbox");
  const lang = useLang();
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 text-small text-ink-3">
      <span>
        {t("to")} {email.to}
      </span>
      <span>{formatDateTime(lang, email.at)} UTC</span>
      <span>{t(`language.${email.language}`)}</span>
    </p>
  );
}
