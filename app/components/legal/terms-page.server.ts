import { termsVersion } from "../../../contract/order/terms.ts";
import { env } from "../../env.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { rulesOf } from "../rules/rules.server.ts";
import { filledDocument } from "./legal-document.ts";
import { endOf, legalText, rulesOfVersion, termsVersions } from "./legal-documents.server.ts";
import { legalValues } from "./legal-values.ts";

/**
 * A version of the terms with its figures: those in force now, those of the time for an old one. Null for a version that
 * never was.
 */
export async function termsPage(args: RouteArgs, version: string) {
  if (!termsVersions.includes(version)) return null;
  const lang = langOf(args.request);
  const end = endOf(version);
  const current = await rulesOf(args);
  const assets = current?.assets ?? [];
  const ofVersion = { ...rulesOfVersion(version), assets, terms_version: version };
  const rules = version === termsVersion ? (current ?? ofVersion) : ofVersion;
  const text = legalText(lang, `terms-${version}`);
  const operator = { company: env.COMPANY, brand: env.BRAND_NAME, email: env.SUPPORT_EMAIL };
  const document = filledDocument(text, legalValues(lang, operator, rules));
  const earlier = termsVersions.flatMap((one) => {
    const until = endOf(one);
    return until === null || one === version ? [] : [{ version: one, until }];
  });
  return { meta: pageMeta(document.title, document.description), document, rules, version, end, earlier };
}

export type TermsProps = NonNullable<Awaited<ReturnType<typeof termsPage>>>;
