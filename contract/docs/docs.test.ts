import { describe, expect, test } from "vitest";
import type { Endpoint } from "../calls/endpoint.ts";
import { endpoints } from "../calls/endpoints.ts";
import { callDocs } from "./docs.ts";
import { possibleWhen } from "./possible-when.ts";

type Doc = { repeat?: string; query?: unknown; body?: unknown; reply?: unknown; events?: unknown };
const docs = new Map<string, Doc>(Object.entries(callDocs));
const calls = Object.entries<Endpoint>(endpoints);

describe.each(calls)("%s", (name, endpoint) => {
  const doc = docs.get(name) ?? {};

  test("has an example of each schema, which it accepts", () => {
    for (const part of ["query", "body", "reply", "events"] as const) {
      const schema = endpoint[part];
      expect(schema !== undefined, part).toBe(doc[part] !== undefined);
      const parsed = schema?.safeParse(doc[part]);
      expect(parsed?.error?.issues, part).toBeUndefined();
    }
  });

  test("says what a repeated request does, unless it only reads or has a key", () => {
    const isKnown = endpoint.method === "GET" || endpoint.idempotency === "required";
    expect(doc.repeat === undefined).toBe(isKnown);
  });
});

test("each call that may answer invalid_transition says when it is possible", () => {
  const conditional = calls.filter(([, { problems = [] }]) => problems.includes("invalid_transition"));
  expect(Object.keys(possibleWhen).sort()).toEqual(conditional.map(([name]) => name).sort());
});
