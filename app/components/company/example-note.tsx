import { useTranslation } from "../../i18n/translation.ts";
import { FlaskConical } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { useCompany } from "./company.ts";

/** On company and legal pages in test mode, until the operator has said who runs the exchange. */
export function ExampleNote() {
  const { t } = useTranslation("company");
  if (!useCompany().isExample) return null;
  return (
    <Note tone="secondary" icon={FlaskConical} className="mb-6 max-w-[48rem]">
      {t("example")}
    </Note>
  );
}
