import { googleReasonIn } from "../../../auth/google/google-reason.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { TriangleAlert } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/messages/note.tsx";
import { useSite } from "../../shell/site.ts";

/** Why Google did not let somebody in who comes back from it, and what to do instead. */
export function GoogleNote() {
  const { t } = useTranslation("auth");
  const reason = googleReasonIn(useSite()?.search ?? "");
  if (!reason) return null;
  return (
    <Note tone="warning" icon={TriangleAlert}>
      {t(`google.why.${reason}`)}
    </Note>
  );
}
