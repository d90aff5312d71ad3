import { useTranslation } from "../../i18n/translation.ts";
import { Clock } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

/** Shown in place of the deposit address while deposits of the asset are paused. */
export function DepositsPaused() {
  const { t } = useTranslation("wallets");
  return (
    <Note tone="warning" icon={Clock}>
      <strong className="block font-semibold">{t("paused.title")}</strong>
      {t("paused.text")}
    </Note>
  );
}
