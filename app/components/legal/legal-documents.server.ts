import { termsVersion } from "../../../contract/order/terms.ts";
import { type TermsFigures, termsFigures } from "../../../contract/terms/exchange-rules.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { withoutBreaks } from "../../i18n/texts/no-break.ts";
import { type LegalDocument, legalDocument } from "./legal-document.ts";

const texts = import.meta.glob<unknown>("../../../locales/*/legal/*.json", { eager: true, import: "default" });
const figures = import.meta.glob<unknown>("./terms-figures/*.json", { eager: true, import: "default" });

/** A legal text by its file name in `locales/<lang>/legal`. */
export function legalText(lang: Lang, name: string): LegalDocument {
  return legalDocument.parse(withoutBreaks(texts[`../../../locales/${lang}/legal/${name}.json`]));
}

/** All versions of the terms, the newest first. A version never changes: orders refer to it. */
export const termsVersions = Object.keys(figures)
  .map((path) => /(\d{4}-\d\d-\d\d)\.json$/.exec(path)?.[1] ?? "")
  .sort()
  .reverse();

/** The rules as they were with a version; assets differ by exchange and are not part of it. */
export function rulesOfVersion(version: string): TermsFigures {
  return termsFigures.parse(figures[`./terms-figures/${version}.json`]);
}

/** The first day on which a version was no longer in force; null for the current one. */
export function endOf(version: string): string | null {
  return version === termsVersion ? null : (termsVersions[termsVersions.indexOf(version) - 1] ?? null);
}
