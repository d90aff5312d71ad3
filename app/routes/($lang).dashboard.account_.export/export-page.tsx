import { AccountFrame } from "../../components/account/account-frame.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Check, Download } from "../../ui/icons/icons.tsx";

const parts = ["profile", "sessions", "addresses", "orders", "money", "emails"] as const;

export function ExportPage() {
  const { t } = useTranslation("account");
  const href = useHref();
  return (
    <AccountFrame title={t("export.title")} lead={t("export.lead")} done={null}>
      <section aria-labelledby="in" className="space-y-3">
        <h2 id="in" className="text-h3">
          {t("export.in")}
        </h2>
        <ul className="space-y-2 text-body-2">
          {parts.map((part) => (
            <li key={part} className="flex gap-3">
              <Check size={20} className="shrink-0 text-success-700" />
              {t(`export.part.${part}`)}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="out" className="space-y-2">
        <h2 id="out" className="text-h3">
          {t("export.out")}
        </h2>
        <p className="text-body-2 text-ink-2">{t("export.outText")}</p>
      </section>
      <div className="space-y-3 border-t border-line pt-6">
        <a
          href={href("/dashboard/account/export.json")}
          download
          className={buttonClass({ variant: "filled", size: "large" })}
        >
          <Download size={20} />
          {t("export.submit")}
        </a>
        <p className="text-small text-ink-3">{t("export.careful")}</p>
      </div>
    </AccountFrame>
  );
}
