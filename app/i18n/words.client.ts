import i18next, { type BackendModule, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { getInitialNamespaces } from "remix-i18next/client";
import { asLang } from "./languages.ts";
import { withoutBreaks } from "./no-break.ts";
import { i18nOptions } from "./options.ts";

const files = import.meta.glob<Record<string, unknown>>("../../locales/*/*.json", { import: "default" });

let isTakingOver = false;

/** Fetches a namespace of a language when a page first needs it. */
const lazyFiles: BackendModule = {
  type: "backend",
  init() {},
  read(lang, namespace, done) {
    if (isTakingOver) {
      // The page would wait for it, and break under a visitor who presses meanwhile (React errors 418 and 345).
      reportError(new Error(`The page uses the words of "${namespace}", which its handle.i18n does not name.`));
    }
    const load = files[`../../locales/${lang}/${namespace}.json`];
    if (!load) return done(new Error(`No words for ${lang}/${namespace}`), false);
    load().then(
      (words) => done(null, withoutBreaks(words)),
      (error) => done(error, false),
    );
  },
};

/** The words that the matched pages asked for in `handle.i18n`, in the language the server chose, before hydration. */
export async function loadWords(): Promise<i18n> {
  const lang = asLang(document.documentElement.lang);
  const namespaces = [...new Set(["common", "shell", ...getInitialNamespaces()])];
  await i18next
    .use(lazyFiles)
    .use(initReactI18next)
    // No fallback: both languages have every key, and a page need not fetch two.
    .init({ ...i18nOptions, lng: lang, ns: namespaces, fallbackLng: false });
  isTakingOver = true;
  return i18next;
}

/** From now on a namespace may come late: what is shown next can wait for it. */
export function pageTakenOver(): void {
  isTakingOver = false;
}
