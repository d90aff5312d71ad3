import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { languages } from "../../../contract/values/languages.ts";
import englishHolds from "../../../locales/en/holds.json" with { type: "json" };
import english from "../../../locales/en/order.json" with { type: "json" };
import { namespaces, serverTexts } from "./namespaces.ts";
import { type Sentences, textsOf } from "./page-texts.ts";
import { textsFor, textsJson } from "./texts.server.ts";

const pluralForm = /_(one|few|many|other)$/;
const counts = [0, 1, 2, 5, 11, 21, 1.5];

/** Every text of a file with its key; lists stay on the server. */
function sentencesOf(value: unknown, key = ""): [key: string, sentence: string][] {
  if (typeof value === "string") return [[key, value]];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => sentencesOf(inner, key ? `${key}.${name}` : name));
}

function inBrowser(lang: (typeof languages)[number]): { sent: Sentences; translator: ReturnType<typeof textsOf> } {
  const sent: Sentences = JSON.parse(textsJson(lang, namespaces));
  return { sent, translator: textsOf(lang, sent) };
}

describe.each(languages)("the texts of a page in the browser, %s", (lang) => {
  test.each(namespaces)("equal i18next's for every text of %s", (namespace) => {
    const { sent, translator } = inBrowser(lang);
    const inBrowserText = translator.translator([namespace]) as (key: string, values: object) => string;
    const i18nextText = textsFor(lang).translator([namespace]) as (key: string, values: object) => string;
    const sentences = sentencesOf(sent[namespace]);
    const keys = new Set(sentences.map(([key]) => key));
    for (const [key, sentence] of sentences) {
      const names = [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
      const values = Object.fromEntries(names.map((name) => [name, `<${name}> {{x}} $t(a)`]));
      expect(inBrowserText(key, values), key).toBe(i18nextText(key, values));
      // `too_many` is a code, not a plural form of `too`.
      if (!pluralForm.test(key) || !keys.has(key.replace(pluralForm, "_other"))) continue;
      for (const count of counts) {
        const counted = [key.replace(pluralForm, ""), { ...values, count }] as const;
        expect(inBrowserText(...counted), `${key} for ${count}`).toBe(i18nextText(...counted));
      }
    }
  });

  test("come from the key's namespace, otherwise from the first that has the key", () => {
    const { translator } = inBrowser(lang);
    const texts = textsFor(lang);
    for (const key of ["summary:send", "how.title", "promise.price"]) {
      const names = ["home", "summary"];
      const inBrowserText = translator.translator(names) as (key: string) => string;
      const i18nextText = texts.translator(names) as (key: string) => string;
      expect(inBrowserText(key)).toBe(i18nextText(key));
    }
  });
});

test("a text that was not sent is shown as its key and reported", () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const translate = textsOf("en", { home: {} }).translator(["home"]) as (key: string) => string;
  expect(translate("title")).toBe("title");
  expect(translate("toString")).toBe("toString");
  expect(String(reported.mock.calls[0]?.[0])).toContain('no text for "title"');
  vi.unstubAllGlobals();
});

test.each(serverTexts)("the texts of %s exist and are not sent", (path) => {
  const partsOf = (texts: unknown) =>
    path
      .split(".")
      .reduce<unknown[]>(
        (parts, name) =>
          parts.flatMap((part) =>
            name === "*" ? Object.values(part ?? {}) : [(part as Record<string, unknown>)?.[name]],
          ),
        [texts],
      )
      .filter((part) => part !== undefined);
  expect(partsOf({ order: english, holds: englishHolds }).length).toBeGreaterThan(0);
  expect(partsOf(JSON.parse(textsJson("en", namespaces)))).toEqual([]);
});

test("no component of the order's page names a text that only its loader has", () => {
  const folder = new URL("../../routes/($lang).order.$ref/", import.meta.url);
  const components = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.tsx$/.test(file),
  );
  expect(components.length).toBeGreaterThan(20);
  const named = components.flatMap((file) => {
    const keys = [...readFileSync(new URL(file, folder), "utf8").matchAll(/\bt\(\s*["`]([\w.]+)/g)].map(
      ([, key]) => `order.${key}`,
    );
    return keys.filter((key) => serverTexts.some((path) => key === path || key.startsWith(`${path}.`)));
  });
  expect(named).toEqual([]);
});

test("only the texts of the listed namespaces are sent", () => {
  expect(Object.keys(JSON.parse(textsJson("en", ["confirm"])))).toEqual(["confirm"]);
});
