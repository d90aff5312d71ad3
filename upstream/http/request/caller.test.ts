import { expect, test } from "vitest";
import { preferredLanguage } from "./caller.ts";

test.each([
  [null, "en"],
  ["ru", "ru"],
  ["RU-ru,ru;q=0.9", "ru"],
  ["en;q=0.8,ru;q=0.9", "ru"],
  ["ru;q=0.8,en", "en"],
  ["de,ru;q=0.1", "ru"],
  ["ru;q=0", "en"],
  ["russian", "en"],
  ["*", "en"],
  [";;,,q=", "en"],
])("whoever says %s is answered in %s", (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
