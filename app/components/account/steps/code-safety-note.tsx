import { useTranslation } from "../../../i18n/translation.ts";
import { ShieldCheck } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/messages/note.tsx";

/** Beside every code: whoever asks for it in our name is not us. */
export function NeverAsked() {
  const { t } = useTranslation("auth");
  return <Note icon={ShieldCheck}>{t("neverAsked")}</Note>;
}
