import { useTranslation } from "../../../i18n/translation.ts";
import { useSite } from "../site.ts";

/** Shown on every page with sandbox rails. */
export function TestModeBanner() {
  const { t } = useTranslation("shell");
  if (!useSite()?.testMode) return null;
  return (
    <aside className="flex min-h-9 items-center justify-center bg-secondary-100 px-4 py-1 text-center text-small font-medium text-secondary-900">
      {t("testMode")}
    </aside>
  );
}
