import { TextWithParts } from "../../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { MailCheck } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/messages/note.tsx";

type RequestedCodeProps = {
  /** Where the requested code was sent; null without one. */
  email: string | null;
  /** The page that takes the code. */
  path: string;
};

/** On a page that sends codes: the way to enter the one already sent, also while a limit refuses another. */
export function RequestedCode({ email, path }: RequestedCodeProps) {
  const { t } = useTranslation("auth");
  const href = useHref();
  if (email === null) return null;
  const parts = {
    b: (text: string) => <strong className="font-semibold [overflow-wrap:anywhere]">{text}</strong>,
    link: (text: string) => (
      <a href={href(path)} className="inline-block py-1 font-semibold text-link-inline">
        {text}
      </a>
    ),
  };
  return (
    <Note icon={MailCheck}>
      <TextWithParts text={t("requested", { email })} parts={parts} />
    </Note>
  );
}
