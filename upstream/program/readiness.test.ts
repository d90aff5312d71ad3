import { expect, test } from "vitest";
import { commitProbe } from "../db/commit-probe.ts";
import type { Database } from "../db/database.ts";
import { readiness } from "./readiness.ts";

const over = (canCommit: Database["canCommit"]) => ({ db: { canCommit } as Database });

test("readiness commits at most once a second", async () => {
  let [nowMs, commits, works] = [0, 0, true];
  const ready = readiness(
    over(async () => {
      commits += 1;
      return works;
    }),
    () => nowMs,
  );
  expect(await Promise.all([ready(), ready()])).toEqual([true, true]);
  works = false;
  nowMs = 999;
  expect([await ready(), commits]).toEqual([true, 1]);
  nowMs = 1000;
  expect([await ready(), commits]).toEqual([false, 2]);
});

test("a commit that hangs is not ready, and no other begins meanwhile", async () => {
  let begun = 0;
  let end = (_: { rows: unknown[] }) => {};
  const probe = commitProbe(() => {
    begun += 1;
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  expect(await Promise.all([probe(), probe()])).toEqual([false, false]);
  expect(begun).toBe(1);
  const result = probe();
  end({ rows: [{}] });
  expect([await result, begun]).toEqual([true, 1]);
});

test("a commit that is refused, or skipped since the server is read-only, is not ready", async () => {
  expect(await commitProbe(() => Promise.reject(new Error("cannot execute during recovery")))()).toBe(false);
  expect(await commitProbe(async () => ({ rows: [] }))()).toBe(false);
});
