import type { InitOptions } from "i18next";
import { languages } from "../../../contract/values/languages.ts";
import { fallback } from "../languages.ts";

/** What server and browser must agree on, so that both render the same words. */
export const i18nOptions = {
  supportedLngs: [...languages],
  fallbackLng: fallback,
  defaultNS: "common",
  returnNull: false,
  // Keys carry the contract's codes, whose underscores would read as i18next's contexts.
  contextSeparator: "@",
  // React escapes already.
  interpolation: { escapeValue: false },
} satisfies InitOptions;
