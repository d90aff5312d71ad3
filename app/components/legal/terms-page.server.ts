import { termsVersion } from "../../../contract/order/terms.ts";
import { api } from "../../api/client.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { formatDate } from "../../i18n/format.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { env } from "../../settings/env.server.ts";
import { rulesOf } from "../rules/rules.server.ts";
import { filledDocument } from "./legal-document.ts";
import { endOf, legalText, rulesOfVersion, termsVersions } from "./legal-documents.server.ts";
import { legalValues } from "./legal-values.ts";

/**
 * A version of the terms with its company and figures: those at the moment that `?at=` names; without it those in force
 * now, or the last ones of an old version. Null for a version that never was.
 */
export async function termsPage(args: RouteArgs, version: string) {
  if (!termsVersions.includes(version)) return null;
  const lang = langOf(args.request);
  const end = endOf(version);
  const at = momentOf(args.request);
  const { state: termsState, changes } = await keptTerms(args, version, at);
  const isOfToday = termsState === null || termsState.is_present || (end === null && at === null);
  const rules = isOfToday ? await rulesOfToday(args, version) : termsState.rules;
  const operator = { company: env.COMPANY, brand: env.BRAND_NAME, email: env.SUPPORT_EMAIL };
  const values = legalValues(lang, operator, rules, isOfToday ? null : termsState.operator);
  const document = filledDocument(legalText(lang, `terms-${version}`), values);
  const earlier = termsVersions.flatMap((listedVersion) => {
    const until = endOf(listedVersion);
    return until === null || listedVersion === version ? [] : [{ version: listedVersion, until }];
  });
  return {
    // Two versions may have the same heading; a tab and a bookmark tell them apart by the date.
    meta: pageMeta(
      end === null ? document.title : `${document.title} (${formatDate(lang, version)})`,
      document.description,
    ),
    document,
    rules,
    version,
    end,
    earlier,
    /** Since when the shown details and figures were in force; null where they are those of today. */
    since: isOfToday ? null : termsState.since,
    changes: changes.length > 1 ? changes : [],
  };
}

export type TermsProps = NonNullable<Awaited<ReturnType<typeof termsPage>>>;

/** Without an answer of the service the page shows what the site knows. */
async function keptTerms(args: RouteArgs, version: string, at: string | null) {
  const response = await api(args, "exchangeTerms", { query: { version, ...(at !== null && { at }) } });
  if (!response.ok) return { state: null, changes: [] };
  return { state: response.data.data.state, changes: response.data.data.changes };
}

async function rulesOfToday(args: RouteArgs, version: string) {
  const current = await rulesOf(args);
  const ofVersion = { ...rulesOfVersion(version), assets: current?.assets ?? [], terms_version: version };
  return version === termsVersion ? (current ?? ofVersion) : ofVersion;
}

/** Null unless the address has a valid time. */
function momentOf(request: Request): string | null {
  const moment = new URL(request.url).searchParams.get("at") ?? "";
  return /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(moment) && !Number.isNaN(Date.parse(moment)) ? moment : null;
}
