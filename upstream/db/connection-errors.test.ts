import { describe, expect, test } from "vitest";
import { isDatabaseDown, OutcomeUnknown } from "./connection-errors.ts";

const coded = (code: string, syscall?: string) => Object.assign(new Error("from the driver"), { code, syscall });
const wrapped = (cause: unknown) => new Error("Failed query: select 1", { cause });

describe("an unreachable database", () => {
  test.each([
    ["its socket is gone", wrapped(coded("ENOENT", "connect"))],
    ["nobody listens", wrapped(coded("ECONNREFUSED"))],
    ["it ends", wrapped(coded("57P01"))],
    ["it starts", coded("57P03")],
    ["it is a standby", wrapped(coded("25006"))],
    ["it ended an idle transaction", coded("25P03")],
    ["it ended an idle session", coded("57P05")],
    ["it took too long", coded("57014")],
    ["it did not answer", wrapped(new Error("Query read timeout"))],
    ["its standby has not confirmed a commit", wrapped(new OutcomeUnknown())],
    ["its disk is full", wrapped(coded("53100"))],
    ["its disk fails", wrapped(coded("58030"))],
    ["the connection broke in the middle", wrapped(new Error("Connection terminated unexpectedly"))],
    ["no connection came free in time", wrapped(new Error("timeout exceeded when trying to connect"))],
  ])("is recognised by its error: %s", (_, error) => {
    expect(isDatabaseDown(error)).toBe(true);
  });

  test.each([
    ["a broken rule", wrapped(coded("23505"))],
    ["a wrong statement", wrapped(coded("42601"))],
    ["a missing file", wrapped(coded("ENOENT", "open"))],
    ["a bug", new TypeError("undefined is not a function")],
    ["no error at all", "away"],
  ])("is not %s", (_, error) => {
    expect(isDatabaseDown(error)).toBe(false);
  });
});
