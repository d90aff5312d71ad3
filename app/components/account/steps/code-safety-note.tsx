import { useTranslation } from "../../../i18n/translation.ts";
import { ShieldCheck } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/messages/note.tsx";

/** Shown beside every code: we never ask for it. */
export function CodeSafetyNote() {
  const { t } = useTranslation("auth");
  return <Note icon={ShieldCheck}>{t("neverAsked")}</Note>;
}
