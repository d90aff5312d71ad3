import { useTranslation } from "../../i18n/translation.ts";
import { ShieldCheck } from "../../ui/icons.tsx";
import { Note } from "../../ui/note.tsx";

/** Beside every code: whoever asks for it in our name is not us. */
export function NeverAsked() {
  const { t } = useTranslation("auth");
  return <Note icon={ShieldCheck}>{t("neverAsked")}</Note>;
}
