import { useTranslation } from "../../../i18n/translation.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { RefreshCw } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/messages/note.tsx";

/** There is something new, and somebody is typing: they look when they want to. */
export function NewsWaiting({ show }: { show: () => void }) {
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
