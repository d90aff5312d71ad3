import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { buttonClass } from "../../../ui/buttons/button-class.ts";
import { KeyRound } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/messages/note.tsx";

/** Replaces a form that needs a password, for a member without one. */
export function PasswordFirst() {
  const { t } = useTranslation("account");
  const href = useHref();
  return (
    <>
      <Note icon={KeyRound}>{t("passwordFirst.text")}</Note>
      <a href={href("/reset")} className={buttonClass({ variant: "filled" })}>
        {t("passwordFirst.set")}
      </a>
    </>
  );
}
