import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { termsVersion } from "../../../contract/order/terms.ts";
import { fieldCodes } from "../../../contract/values/problem.ts";
import { namespaces } from "./namespaces.ts";
import { translator } from "./texts.server.ts";

type Words = { [key: string]: string | Words | Words[] | string[] };
const files = import.meta.glob<Words>("../../../locales/*/*.json", { eager: true, import: "default" });
const words = (lang: string, namespace: string) => files[`../../../locales/${lang}/${namespace}.json`] ?? {};

/** Every text of a file with its key. */
function sentences(value: unknown, key = ""): [string, string][] {
  if (typeof value === "string") return [[key, value]];
  return Object.entries(value ?? {}).flatMap(([name, inner]) => sentences(inner, key ? `${key}.${name}` : name));
}

/** Codes may end in _zero or _two; neither language has those plural forms. */
const plural = /_(one|few|many|other)$/;
/** `too_many` is a code, not a plural form of `too`. */
const isCode = (key: string) => fieldCodes.some((code) => key === `field.${code}`);
const keys = (lang: string, namespace: string) => [
  ...new Set(sentences(words(lang, namespace)).map(([key]) => key.replace(plural, ""))),
];
const variables = (sentence: string) => [...new Set(sentence.match(/\{\{\w+\}\}/g) ?? [])].sort();

test("each locale file is a namespace, in both languages", () => {
  for (const lang of ["en", "ru"]) {
    const files = readdirSync(`locales/${lang}`).filter((file) => file.endsWith(".json"));
    const fileNames = files.map((file) => file.replace(".json", ""));
    expect(fileNames.sort()).toEqual([...namespaces].sort());
  }
});

describe.each(namespaces)("the texts of %s", (namespace) => {
  test("have the same keys in both languages", () => {
    expect(keys("ru", namespace).sort()).toEqual(keys("en", namespace).sort());
  });

  test("have the same values in both languages", () => {
    const english = new Map(sentences(words("en", namespace)));
    for (const [key, sentence] of sentences(words("ru", namespace))) {
      const twin = english.get(key) ?? english.get(key.replace(plural, "_other"));
      expect(variables(sentence), key).toEqual(variables(twin ?? ""));
    }
  });

  test("have every Russian plural form", () => {
    const all = new Map(sentences(words("ru", namespace)));
    for (const key of all.keys()) {
      if (!plural.test(key) || isCode(key)) continue;
      for (const form of ["one", "few", "many", "other"]) {
        expect([...all.keys()], key).toContain(key.replace(plural, `_${form}`));
      }
    }
  });

  test("have no exclamation marks and are not empty", () => {
    for (const lang of ["en", "ru"]) {
      for (const [key, sentence] of sentences(words(lang, namespace))) {
        expect(sentence.trim(), `${lang} ${key}`).not.toBe("");
        expect(sentence, `${lang} ${key}`).not.toMatch(/!/);
      }
    }
  });
});

/** The texts of the site and of the service. */
function productTexts(lang: string): [string, string][] {
  const site = namespaces.flatMap((namespace) => sentences(words(lang, namespace), namespace));
  const legal = Object.entries(legalTexts)
    .filter(([path]) => path.includes(`/${lang}/`) && !isOldTerms(path))
    .flatMap(([path, text]) => sentences(text, path));
  return [
    ...site,
    ...legal,
    ...sentences(serviceWords[`../../../upstream/shared/texts/${lang}.json`] ?? {}, "upstream"),
  ];
}
const legalTexts = import.meta.glob<Words>("../../../locales/*/legal/*.json", { eager: true, import: "default" });
/** An old version keeps its words. */
const isOldTerms = (path: string) => path.includes("/terms-") && !path.includes(termsVersion);
const serviceWords = import.meta.glob<Words>("../../../upstream/shared/texts/*.json", {
  eager: true,
  import: "default",
});

/** Terms that docs/glossary.md replaces, with their replacement. Letters of the alphabet are excepted. */
const avoided: Record<string, [RegExp, string][]> = {
  en: [
    [/\bletters?\b(?! (and|or) (digit|currency))/i, "email"],
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

test.each(["en", "ru"])("the %s texts use the glossary's terms and percent sign", (lang) => {
  const wrongTexts = productTexts(lang).flatMap(([key, text]) =>
    (avoided[lang] ?? []).flatMap(([wrong, right]) => (wrong.test(text) ? [`${key}: "${text}" -> ${right}`] : [])),
  );
  expect(wrongTexts).toEqual([]);
});

test("a translator returns its language's text with values filled in", () => {
  expect(translator("en")("shell:home", { brand: "Kursa" })).toBe("Kursa, home page");
  expect(translator("ru")("shell:home", { brand: "Kursa" })).toMatch(/^Kursa, на.главную$/);
  expect(translator("ru")("errors:errorPage.notFound", { path: "/<b>" })).toContain("/<b>");
});

test("reviews are counted in whole sentences, for one, two and many", () => {
  const reviewCount = (lang: "en" | "ru", count: number) => translator(lang)("reviews:shown", { count });
  expect([1, 2, 5].map((count) => reviewCount("en", count))).toEqual([
    "Every review is shown: 1.",
    "All 2 reviews are shown.",
    "All 5 reviews are shown.",
  ]);
  expect([1, 2, 5, 21].map((count) => reviewCount("ru", count))).toEqual([
    "Показан каждый отзыв: 1.",
    "Показаны все 2 отзыва.",
    "Показаны все 5 отзывов.",
    "Показан каждый отзыв: 21.",
  ]);
});
