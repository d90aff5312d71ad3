import { googleReasonIn } from "../../../auth/google/google-reason.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { useSite } from "../../../site/site.ts";
import { TriangleAlert } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/messages/note.tsx";

/** Why a return from Google did not sign the user in, and what to do. */
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
