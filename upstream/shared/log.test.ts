import { expect, test } from "vitest";
import { createLog, errorLog, loggedError } from "./log.ts";

test("a failed statement is logged without its values", () => {
  const cause = Object.assign(new Error("duplicate key"), { code: "23505" });
  const error = new Error("Failed query: insert into t values ($1)\nparams: anna@example.com,TQn9\nmore", { cause });
  const logged = JSON.stringify(loggedError(error));
  expect(logged).toContain("insert into t values ($1)");
  expect(logged).toContain("23505");
  expect(logged).not.toMatch(/anna|TQn9/);
});

test("a thrown non-error is logged as text", () => {
  expect(loggedError("gone")).toEqual({ message: "gone" });
});

test("the same error is logged once a minute, another one at once", () => {
  const lines: string[] = [];
  let nowMs = 0;
  const key = errorLog(createLog("error", { write: (line: string) => lines.push(line) }), () => nowMs);
  for (nowMs = 0; nowMs < 60_000; nowMs += 250) key(new Error("no database"), "deadlines");
  expect(lines).toHaveLength(1);
  key(new Error("no disk"), "deadlines");
  key(new Error("no database"), "queues");
  key(new Error("no database"), "deadlines");
  expect(lines).toHaveLength(4);
});
