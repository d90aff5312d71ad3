import { googleReasonIn } from "../../../auth/google/google-reason.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { TriangleAlert } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/messages/note.tsx";
import { useSite } from "../../shell/site.ts";

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
