import { useTranslation } from "../../i18n/translation.ts";
import { CircleCheck } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { Done } from "./done.ts";

/** Confirms the completed action. */
export function DoneNote({ done }: { done: Done | null }) {
  const { t } = useTranslation("account");
  if (!done) return null;
  return (
    <div role="status">
      <Note tone="success" icon={CircleCheck}>
        {t(`done.${done}`)}
      </Note>
    </div>
  );
}
