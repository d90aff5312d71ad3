import { expect, test } from "vitest";
import { nameKey, nameWords } from "./name-words.ts";

test.each([
  ["Юрий Чайковский", "Yuri Tchaikovsky"],
  ["Михаил Ходорковский", "Mikhail Khodorkovskiy"],
  ["Алексей Щербаков", "Aleksei Shcherbakov"],
  ["Алексей Щербаков", "Alexey SHCHERBAKOV"],
  ["Dmitri Ivanoff", "Дмитрий Иванов"],
  ["Наталья Ёлкина", "Natalia Elkina"],
  ["Müller, Jürgen", "JURGEN MULLER"],
  ["Łukasz Żółkiewski", "Lukasz Zolkiewski"],
  ["Osama bin Laden", "Laden Osama"],
  ["O’Brien, Sean", "Sean O'Brien"],
  ["Ivan P. Petrov", "Petrov Ivan"],
])("%s and %s are the same words", (name, spelling) => {
  expect(nameKey(name)).toBe(nameKey(spelling));
});

test("ignores characters that are no letters, and keeps particles where a name has nothing else", () => {
  expect(nameWords("  -- 123 ")).toEqual([]);
  expect(nameWords("Van Der")).toEqual(["van", "der"]);
  expect(nameWords("Li")).toEqual(["li"]);
});

test("other scripts stay as they are", () => {
  expect(nameWords("王 小明")).toEqual(["小明"]);
});
