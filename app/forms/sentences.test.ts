import { describe, expect, test } from "vitest";
import { fieldCodes, problemCodes } from "../../contract/calls/problem.ts";
import en from "../../locales/en/problems.json" with { type: "json" };
import ru from "../../locales/ru/problems.json" with { type: "json" };

const languages: [string, Record<string, unknown> & { field: Record<string, string> }][] = [
  ["English", en],
  ["Russian", ru],
];

describe.each(languages)("the %s sentences", (_language, words) => {
  test.each([...problemCodes, "upstream_unavailable"])("say what %s means", (code) => {
    expect(words[code]).toEqual(expect.stringMatching(/\S+\s+\S+/));
  });

  test.each(fieldCodes)("say what is wrong with a field: %s", (code) => {
    expect(words.field[code]).toEqual(expect.stringMatching(/\S+\s+\S+/));
  });

  test("know no code that nobody sends", () => {
    const { field, network: _network, required: _required, ...problems } = words;
    expect(Object.keys(problems).sort()).toEqual([...problemCodes, "upstream_unavailable"].sort());
    expect(Object.keys(field).sort()).toEqual([...fieldCodes].sort());
  });
});
