import { formatDate, formatTime } from "../../i18n/format.ts";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { History, TriangleAlert } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { AssetRules } from "../rules/asset-rules.tsx";
import { ExceptionTable } from "../rules/exception-table.tsx";
import { LegalPage } from "./legal-page.tsx";
import type { TermsProps } from "./terms-page.server.ts";

/** The terms of a version with its table of exceptions; with the details of then where they have changed since. */
export function TermsText({ document, rules, version, end, since, earlier, changes }: TermsProps) {
  const { t } = useTranslation("legal");
  const lang = useLang();
  const href = useHref();
  const date = (day: string) => formatDate(lang, day);
  const moment = (time: string) => `${date(time)}, ${formatTime(lang, time)}\u00a0UTC`;
  const current = (text: string) => (
    <a href={href("/legal/terms")} className="text-link-inline">
      {text}
    </a>
  );
  const was = since && t("was", { since: moment(since) });
  const notice = (end || since) && (
    <Note tone={end ? "warning" : "secondary"} icon={end ? TriangleAlert : History} className="mt-5">
      {end ? <TextWithParts text={t("ended", { end: date(end) })} parts={{ current }} /> : null}{" "}
      {was ?? t("present", { version: date(version) })}{" "}
      {end ? null : <TextWithParts text={t("current")} parts={{ current }} />}
    </Note>
  );
  return (
    <LegalPage document={document} dated={t("version", { date: date(version) })} notice={notice}>
      <div className="mt-10 space-y-10">
        <ExceptionTable rules={rules} show="all" />
        {rules.assets.length > 0 && <AssetRules assets={rules.assets} />}
        {end && !since && rules.assets.length > 0 && <p className="text-small text-ink-2">{t("currencies")}</p>}
      </div>
      <Versions
        id="changes-within"
        title={t("changes")}
        links={changes.map((time) => ({
          href: href(`/legal/terms/${version}?at=${time}`),
          text: t("stood", { since: moment(time) }),
        }))}
      />
      <Versions
        id="earlier"
        title={t("earlier")}
        links={earlier.map((earlierVersion) => ({
          href: href(`/legal/terms/${earlierVersion.version}`),
          text: t("earlierVersion", { date: date(earlierVersion.version), end: date(earlierVersion.until) }),
        }))}
      />
    </LegalPage>
  );
}

type VersionsProps = { id: string; title: string; links: { href: string; text: string }[] };

function Versions({ id, title, links }: VersionsProps) {
  if (links.length === 0) return null;
  return (
    <nav aria-labelledby={id} className="no-print mt-10 border-t border-line pt-5">
      <h2 id={id} className="text-body font-semibold">
        {title}
      </h2>
      <ul className="mt-2 text-body-2">
        {links.map(({ href, text }) => (
          <li key={href}>
            <a href={href} className="inline-block py-1 text-link hover:underline">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
