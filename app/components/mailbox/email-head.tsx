import { formatDateTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import type { Letter } from "./mailbox-emails.server.ts";

/** To whom, when and in which language a letter was written. */
export function LetterHead({ letter }: { letter: Letter }) {
  const { t } = useTranslation("mailbox");
  const lang = useLang();
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 text-small text-ink-3">
      <span>
        {t("to")} {letter.to}
      </span>
      <span>{formatDateTime(lang, letter.at)} UTC</span>
      <span>{t(`language.${letter.language}`)}</span>
    </p>
  );
}
