import { describe, expect, test } from "vitest";
import { fieldCodes, problemCodes } from "../../contract/values/problem.ts";
import en from "../../locales/en/problems.json" with { type: "json" };
import ru from "../../locales/ru/problems.json" with { type: "json" };

const languages: [string, Record<string, unknown> & { field: Record<string, string> }][] = [
  ["English", en],
  ["Russian", ru],
];

describe.each(languages)("the %s texts", (_language, words) => {
  test.each([...problemCodes, "upstream_unavailable", "two_factor_clock", "cookies_blocked"])(
    "contain the problem code %s",
    (code) => {
      expect(words[code]).toEqual(expect.stringMatching(/\S+\s+\S+/));
    },
  );

  test.each(fieldCodes)("contain the field code %s", (code) => {
    expect(words.field[code]).toEqual(expect.stringMatching(/\S+\s+\S+/));
  });

  test("contain no unused codes", () => {
    const { field, network: _network, required: _required, ...problems } = words;
    expect(Object.keys(problems).sort()).toEqual(
      [...problemCodes, "upstream_unavailable", "two_factor_clock", "cookies_blocked"].sort(),
    );
    expect(Object.keys(field).sort()).toEqual([...fieldCodes].sort());
  });
});
