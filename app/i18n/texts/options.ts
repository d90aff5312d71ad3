import type { InitOptions } from "i18next";
import { languages } from "../../../contract/values/languages.ts";
import { fallback } from "../languages.ts";

/** Options the server and the browser share, so that both render the same text. */
export const i18nOptions = {
  supportedLngs: [...languages],
  fallbackLng: fallback,
  defaultNS: "common",
  returnNull: false,
  // Keys contain problem codes, whose underscores i18next would read as contexts.
  contextSeparator: "@",
  // React escapes already.
  interpolation: { escapeValue: false },
} satisfies InitOptions;
