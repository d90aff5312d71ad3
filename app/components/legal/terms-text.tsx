import { formatDate } from "../../i18n/format.ts";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { TriangleAlert } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { AssetRules } from "../rules/asset-rules.tsx";
import { ExceptionTable } from "../rules/exception-table.tsx";
import { LegalPage } from "./legal-page.tsx";
import type { TermsProps } from "./terms-page.server.ts";

/** The terms of a version, with the exceptions that belong to them. */
export function TermsText({ document, rules, version, end, earlier }: TermsProps) {
  const { t } = useTranslation("legal");
  const lang = useLang();
  const href = useHref();
  const date = (day: string) => formatDate(lang, day);
  const notice = end && (
    <Note tone="warning" icon={TriangleAlert} className="mt-5">
      <TextWithParts
        text={t("ended", { end: date(end) })}
        parts={{
          current: (text) => (
            <a href={href("/legal/terms")} className="text-link-inline">
              {text}
            </a>
          ),
        }}
      />{" "}
      {t("present", { version: date(version) })}
    </Note>
  );
  return (
    <LegalPage document={document} dated={t("version", { date: date(version) })} notice={notice}>
      <div className="mt-10 space-y-10">
        <ExceptionTable rules={rules} show="all" />
        {rules.assets.length > 0 && <AssetRules assets={rules.assets} />}
        {end && rules.assets.length > 0 && <p className="text-small text-ink-2">{t("currencies")}</p>}
      </div>
      {earlier.length > 0 && (
        <nav aria-labelledby="earlier" className="no-print mt-10 border-t border-line pt-5">
          <h2 id="earlier" className="text-body font-semibold">
            {t("earlier")}
          </h2>
          <ul className="mt-2 text-body-2">
            {earlier.map((one) => (
              <li key={one.version}>
                <a href={href(`/legal/terms/${one.version}`)} className="inline-block py-1 text-link hover:underline">
                  {t("earlierVersion", { date: date(one.version), end: date(one.until) })}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </LegalPage>
  );
}
