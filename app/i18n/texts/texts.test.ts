import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fieldCodes } from "../../../contract/calls/problem.ts";
import { namespaces } from "./namespaces.ts";
import { translator } from "./texts.server.ts";

type Words = { [key: string]: string | Words | Words[] | string[] };
const files = import.meta.glob<Words>("../../../locales/*/*.json", { eager: true, import: "default" });
const words = (lang: string, namespace: string) => files[`../../../locales/${lang}/${namespace}.json`] ?? {};

/** Every sentence of a file with its key. */
function sentences(value: unknown, key = ""): [string, string][] {
  if (typeof value === "string") return [[key, value]];
  return Object.entries(value ?? {}).flatMap(([name, inner]) => sentences(inner, key ? `${key}.${name}` : name));
}

/** Codes may end in _zero or _two; neither language has those forms. */
const plural = /_(one|few|many|other)$/;
/** `too_many` is a code and no form of `too`. */
const isCode = (key: string) => fieldCodes.some((code) => key === `field.${code}`);
const keys = (lang: string, namespace: string) => [
  ...new Set(sentences(words(lang, namespace)).map(([key]) => key.replace(plural, ""))),
];
const variables = (sentence: string) => [...new Set(sentence.match(/\{\{\w+\}\}/g) ?? [])].sort();

test("each file of words is a namespace, in both languages", () => {
  for (const lang of ["en", "ru"]) {
    const found = readdirSync(`locales/${lang}`).map((file) => file.replace(".json", ""));
    expect(found.sort()).toEqual([...namespaces].sort());
  }
});

describe.each(namespaces)("the words of %s", (namespace) => {
  test("are the same in both languages", () => {
    expect(keys("ru", namespace).sort()).toEqual(keys("en", namespace).sort());
  });

  test("name the same variables in both languages", () => {
    const english = new Map(sentences(words("en", namespace)));
    for (const [key, sentence] of sentences(words("ru", namespace))) {
      const twin = english.get(key) ?? english.get(key.replace(plural, "_other"));
      expect(variables(sentence), key).toEqual(variables(twin ?? ""));
    }
  });

  test("have every plural form that Russian has", () => {
    const all = new Map(sentences(words("ru", namespace)));
    for (const key of all.keys()) {
      if (!plural.test(key) || isCode(key)) continue;
      for (const form of ["one", "few", "many", "other"]) {
        expect([...all.keys()], key).toContain(key.replace(plural, `_${form}`));
      }
    }
  });

  test("promise nothing loudly and are not empty", () => {
    for (const lang of ["en", "ru"]) {
      for (const [key, sentence] of sentences(words(lang, namespace))) {
        expect(sentence.trim(), `${lang} ${key}`).not.toBe("");
        expect(sentence, `${lang} ${key}`).not.toMatch(/!/);
      }
    }
  });
});

/** Both sides' texts: the site's locale files and the service's own. */
function productTexts(lang: string): [string, string][] {
  const site = namespaces.flatMap((namespace) => sentences(words(lang, namespace), namespace));
  return [...site, ...sentences(serviceWords[`../../../upstream/texts/${lang}.json`] ?? {}, "upstream")];
}
const serviceWords = import.meta.glob<Words>("../../../upstream/texts/*.json", { eager: true, import: "default" });

/** Words that docs/glossary.md replaces, with what to write instead. Letters of the alphabet may be called so. */
const avoided: Record<string, [RegExp, string][]> = {
  en: [
    [/\bletters?\b(?! (and|or) (digit|currency))/i, "e-mail"],
    [/\bwhoever\b/i, "anyone who"],
    [/\brunning orders?\b/i, "active order"],
    [/\btwo steps\b/i, "two-step sign-in"],
    [/ %/, "no space before %"],
    [/\?\./, "no full stop after a question mark"],
  ],
  ru: [
    [/закрепл(?!ять)[её]н/i, "зафиксирован"],
    [/запасн\S* код/i, "резервный код"],
    [/(?<![\p{L}])чек(?![\p{L}])/iu, "квитанция"],
    [/платёжн\S+ систем/i, "платёжный сервис"],
    [/счёт(?:а|у|ом|е)? PayPal (?:подтвержд|открыт на (?:ваше|мо|им))/i, "аккаунт PayPal"],
    [/вход\S* в два шага/i, "двухфакторная защита (2FA)"],
    [/\d%/, "no-break space before %"],
  ],
};

test.each(["en", "ru"])("the %s texts use the glossary's terms and its percent sign", (lang) => {
  const found = productTexts(lang).flatMap(([key, text]) =>
    (avoided[lang] ?? []).flatMap(([wrong, right]) => (wrong.test(text) ? [`${key}: "${text}" -> ${right}`] : [])),
  );
  expect(found).toEqual([]);
});

test("a translator speaks its language, with what is put in", () => {
  expect(translator("en")("shell:home", { brand: "Kursa" })).toBe("Kursa, home page");
  expect(translator("ru")("shell:home", { brand: "Kursa" })).toMatch(/^Kursa, на.главную$/);
  expect(translator("ru")("errors:errorPage.notFound", { path: "/<b>" })).toContain("/<b>");
});
