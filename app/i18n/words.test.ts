import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fieldCodes } from "../../contract/problem.ts";
import { namespaces } from "./namespaces.ts";
import { translator } from "./words.server.ts";

type Words = { [key: string]: string | Words | Words[] | string[] };
const files = import.meta.glob<Words>("../../locales/*/*.json", { eager: true, import: "default" });
const words = (lang: string, namespace: string) => files[`../../locales/${lang}/${namespace}.json`] ?? {};

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

test("a translator speaks its language, with what is put in", () => {
  expect(translator("en")("shell:home", { brand: "Kursa" })).toBe("Kursa, home page");
  expect(translator("ru")("shell:home", { brand: "Kursa" })).toMatch(/^Kursa, на.главную$/);
  expect(translator("ru")("errors:errorPage.notFound", { path: "/<b>" })).toContain("/<b>");
});
