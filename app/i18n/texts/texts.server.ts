import i18next, { type i18n, type Resource, type TFunction } from "i18next";
import { RemixI18Next } from "remix-i18next/server";
import { inEachLanguage, type Lang, languages } from "../../../contract/values/languages.ts";
import { langOf } from "../lang.server.ts";
import { fallback } from "../languages.ts";
import type { Texts } from "../translation.ts";
import { type Namespace, namespaces, serverTexts } from "./namespaces.ts";
import { withoutBreaks } from "./no-break.ts";
import { i18nOptions } from "./options.ts";
import { rememberSentences } from "./remember-sentences.ts";

const files = import.meta.glob<Resource>("../../../locales/*/*.json", { eager: true, import: "default" });

/** All texts in both languages: the server keeps them in memory. */
function allTexts(): Resource {
  const words: Resource = {};
  for (const [path, content] of Object.entries(files)) {
    const [lang = "", file = ""] = path.split("/").slice(-2);
    words[lang] = { ...words[lang], [file.replace(".json", "")]: withoutBreaks(content) };
  }
  return words;
}

const resources = allTexts();

/** Determines the language of a request and the namespaces in its routes' `handle.i18n`. */
export const remixI18n = new RemixI18Next({
  detection: {
    supportedLanguages: [...languages],
    fallbackLanguage: fallback,
    order: ["custom"],
    findLocale: async (request) => langOf(request),
  },
});

/** One instance per language for the life of the process: it does not depend on the request. */
const instances = inEachLanguage(instance);

function instance(lang: Lang): i18n {
  const words = i18next.createInstance();
  void words.init({ ...i18nOptions, lng: lang, ns: namespaces, resources, initImmediate: false });
  return rememberSentences(words);
}

/** The translator for loaders and actions: `translator(lang)("shell:menu.earn")`. */
export function translator(lang: Lang): TFunction<typeof namespaces> {
  return instances[lang].getFixedT(lang, namespaces);
}

/** As `translator`, for the keys of one namespace: `translatorOf(lang, "order")("number")`. */
export function translatorOf<const Name extends Namespace>(lang: Lang, namespace: Name): TFunction<Name> {
  return instances[lang].getFixedT(lang, namespace);
}

/** The texts for rendering a page. */
export function textsFor(lang: Lang): Texts {
  return { lang, translator: (namespaces) => instances[lang].getFixedT(lang, namespaces as readonly Namespace[]) };
}

const json = new Map<string, string>();

/** The texts of these namespaces as JSON, for the page's scripts: all but `serverTexts`. */
export function textsJson(lang: Lang, namespaces: readonly string[]): string {
  const name = `${lang} ${namespaces.join()}`;
  const cachedJson = json.get(name);
  if (cachedJson) return cachedJson;
  const sentences = namespaces.map((namespace) => [namespace, browserTexts(resources[lang]?.[namespace], namespace)]);
  const text = JSON.stringify(Object.fromEntries(sentences));
  json.set(name, text);
  return text;
}

function browserTexts(texts: unknown, path: string): unknown {
  if (typeof texts !== "object" || texts === null || Array.isArray(texts)) return texts;
  const inner = Object.entries(texts).map(([name, part]) => [`${path}.${name}`, name, part] as const);
  const sent = inner.filter(([path]) => !serverTexts.some((pattern) => isMatch(path, pattern)));
  return Object.fromEntries(sent.map(([path, name, part]) => [name, browserTexts(part, path)]));
}

/** `pattern` as in `serverTexts`. */
function isMatch(path: string, pattern: string): boolean {
  const [names, wanted] = [path.split("."), pattern.split(".")];
  return names.length === wanted.length && wanted.every((name, index) => name === "*" || name === names[index]);
}
