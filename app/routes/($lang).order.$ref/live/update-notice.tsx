import { useTranslation } from "../../../i18n/translation.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { RefreshCw } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/messages/note.tsx";

/** An update is available while the visitor is typing: shows a button instead. */
export function UpdateNotice({ show }: { show: () => void }) {
  const { t } = useTranslation("order");
  return (
    <Note tone="secondary" icon={RefreshCw}>
      <div role="status" className="flex flex-wrap items-center justify-between gap-3">
        <span>{t("news.text")}</span>
        <Button size="small" onClick={show}>
          {t("news.show")}
        </Button>
      </div>
    </Note>
  );
}
