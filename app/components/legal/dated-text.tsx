import { formatDate } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import type { LegalDocument } from "./legal-document.ts";
import { LegalPage } from "./legal-page.tsx";

export function DatedText({ document }: { document: LegalDocument }) {
  const { t } = useTranslation("legal");
  const lang = useLang();
  return <LegalPage document={document} dated={t("changed", { date: formatDate(lang, document.changed ?? "") })} />;
}
