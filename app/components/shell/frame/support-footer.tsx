import { useTranslation } from "../../../i18n/translation.ts";
import { useSite } from "../../../site/site.ts";
import { useSupportHours } from "../../company/use-support-hours.ts";

/** Where only our team can help: when it is there, and its address. */
export function SupportFooter() {
  const { t } = useTranslation("freeze");
  const { hours } = useSupportHours();
  const site = useSite();
  return (
    <footer className="mt-auto text-small text-ink-3 print:hidden">
      <div className="page-width">
        <p className="border-t border-line py-5">
          {t("footer", { hours })}
          {site && (
            <>
              {" · "}
              <a href={`mailto:${site.supportEmail}`} className="inline-block hover:underline">
                {site.supportEmail}
              </a>
            </>
          )}
        </p>
      </div>
    </footer>
  );
}
