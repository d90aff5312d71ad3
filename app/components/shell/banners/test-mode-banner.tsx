import { useTranslation } from "../../../i18n/translation.ts";
import { useLang } from "../../../i18n/use-lang.ts";
import { useSite } from "../../../site/site.ts";

/** Shown on every page where no money is real, with a link to the list of test accounts where simulated rails have some. */
export function TestModeBanner() {
  const { t } = useTranslation("shell");
  const lang = useLang();
  const site = useSite();
  if (!site?.testMode) return null;
  return (
    <aside className="flex min-h-9 flex-wrap items-center justify-center gap-x-3 bg-secondary-100 px-4 py-1 text-center text-small font-medium text-secondary-900">
      {t("testMode")}
      {!site.hasNoTestAccounts && (
        <a className="hidden py-1 underline sm:inline-block" href={`/api/v1/sandbox/accounts/test?lang=${lang}`}>
          {t("testAccounts")}
        </a>
      )}
    </aside>
  );
}
