import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { nameWords } from "../../shared/rules/names/name-words.ts";
import { NameIndex } from "./name-index.ts";
import { hitScore, nameScore, withBirth } from "./name-score.ts";

const score = (name: string, otherName: string) => nameScore(nameWords(name), nameWords(otherName));
/** The examples of the page that staff read, and names that must not agree. */
const page = readFileSync("docs/screening.md", "utf8");
const rows = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \| (\d+) \|$/gm)];
const examples: readonly (readonly [one: string, other: string, score: number])[] = [
  ...rows.map(([, name = "", otherName = "", figure]) => [name, otherName, Number(figure)] as const),
  ["Anna Petrova", "Ivan Petrov", 0],
];

test("the page has its examples", () => {
  expect(rows.length).toBeGreaterThanOrEqual(8);
});

describe("the score of two names", () => {
  test.each(examples)("%s and %s: %i", (name, otherName, expected) => {
    expect(score(name, otherName)).toBe(expected);
    expect(score(otherName, name)).toBe(expected);
  });

  test("another year of birth lowers it below a hit, one year apart does not", () => {
    expect(withBirth(100, ["1966-12-07"], "1967-01-03")).toBe(100);
    expect(withBirth(100, ["1966"], "1980-01-03")).toBeLessThan(hitScore);
    expect(withBirth(100, [], "1980-01-03")).toBe(100);
  });
});

describe("the index", () => {
  const index = new NameIndex();
  const party = (id: string, names: string[], kind: "person" | "entity" | "other" = "person") =>
    index.add({ list: "l", id, kind, names, births: id === "1" ? ["1966-12-07"] : [] });
  party("1", ["Ivan Ivanovich Petrov", "Vanya Petrov"]);
  party("2", ["Northern Trading Company"], "entity");
  party("3", ["Ivan Petrov"], "other");
  party("4", ["Carlos"]);
  party("5", ["Montgomerisaldo Petrov"]);

  test.each([
    ["Петров Иван", ["1"]],
    ["Ivan Pertov", ["1"]],
    ["Northern Tradng Company", ["2"]],
    ["Carlos", ["4"]],
    ["Carlos Mendez", []],
    ["Montkgomerisapldo Petrov", ["5"]],
    ["Montgonerisapldo Petrov", ["5"]],
    ["Mongomersaldo Petrov", ["5"]],
    ["Mongomersldo Petrov", []],
    ["Ivan Sidorov", []],
    ["", []],
  ])("%s finds %j, and no ship of that name", (name, ids) => {
    expect(index.matches(name).map(({ id }) => id)).toEqual(ids);
  });

  test("finds what the score finds: it leaves out no pair of the examples", () => {
    for (const [name, otherName, expected] of examples) {
      const single = new NameIndex();
      single.add({ list: "l", id: "x", kind: "person", names: [otherName], births: [] });
      expect(single.matches(name).length, `${name} and ${otherName}`).toBe(expected >= hitScore ? 1 : 0);
    }
  });

  test("a birth date of another year is not the party", () => {
    expect(index.matches("Ivan Petrov", "1990-01-01")).toEqual([]);
    expect(index.matches("Ivan Petrov", "1966-01-01")).toHaveLength(1);
  });
});
