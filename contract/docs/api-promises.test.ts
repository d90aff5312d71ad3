import { describe, expect, test } from "vitest";
import { type ApiDocument, breakingChanges, printPromises, promisesOf, readPromises } from "./api-promises.ts";

type Field = { type: string | string[]; deprecated?: boolean; enum?: string[] };
type Shape = { takes?: Record<string, Field>; needs?: string[]; gives?: Record<string, Field>; deprecated?: boolean };

/** A document with one call. */
function api({ takes = {}, needs = [], gives = {}, deprecated = false }: Shape): ApiDocument {
  const json = (schema: unknown) => ({ content: { "application/json": { schema } } });
  const body = { type: "object", properties: takes, required: needs };
  const reply = { type: "object", properties: gives, required: Object.keys(gives) };
  const responses = { 200: json({ $ref: "#/components/schemas/Answer" }), 400: json({ type: "string" }) };
  return {
    paths: { "/order": { post: { requestBody: json(body), responses, deprecated } } },
    components: { schemas: { Answer: reply } },
  };
}

const text: Field = { type: "string" };
const released: Shape = {
  takes: { amount: text, side: { type: "string", enum: ["from", "to"] }, old: { ...text, deprecated: true } },
  needs: ["amount"],
  gives: { ref: text, rate: text, gone: { ...text, deprecated: true } },
};
const broken = (next: Shape) => breakingChanges(promisesOf(api(released)), promisesOf(api({ ...released, ...next })));
const { amount = text, side = text } = released.takes ?? {};
const { ref = text, rate = text } = released.gives ?? {};

describe("a new version of the API", () => {
  test.each<[string, Shape]>([
    ["stays as it is", {}],
    ["takes something more", { takes: { ...released.takes, note: text } }],
    ["no longer takes what was deprecated in a release", { takes: { amount, side } }],
    ["needs less", { needs: [] }],
    ["gives something more", { gives: { ...released.gives, fee: text } }],
    ["no longer gives what was deprecated in a release", { gives: { ref, rate } }],
    ["deprecates a call", { deprecated: true }],
  ])("breaks no client if it %s", (_, next) => {
    expect(broken(next)).toEqual([]);
  });

  test.each<[string, Shape, string]>([
    ["no longer takes a field", { takes: { side }, needs: [] }, "gone: takes POST /order body.amount string"],
    [
      "no longer takes a value",
      { takes: { ...released.takes, side: { type: "string", enum: ["from"] } } },
      "gone: takes POST /order body.side = to",
    ],
    ["needs more", { needs: ["amount", "side"] }, "new: needs POST /order body.side"],
    ["no longer gives a field", { gives: { ref } }, "gone: gives POST /order 200.rate string"],
    [
      "gives a field that may be null",
      { gives: { ...released.gives, rate: { type: ["string", "null"] } } },
      "new: gives POST /order 200.rate null",
    ],
  ])("is refused if it %s", (_, next, change) => {
    expect(broken(next)).toContain(change);
  });

  test("is refused if a call is gone, unless that was deprecated in a release", () => {
    const nothing = promisesOf({ paths: {} });
    expect(breakingChanges(promisesOf(api(released)), nothing)).toContain("gone: call POST /order");
    expect(breakingChanges(promisesOf(api({ ...released, deprecated: true })), nothing)).toEqual([]);
  });
});

test("promises are read back as they were printed", () => {
  const lines = promisesOf(api(released));
  expect(readPromises(printPromises(lines)).sort()).toEqual([...lines].sort());
});
