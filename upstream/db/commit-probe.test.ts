import { expect, test } from "vitest";
import { commitProbe } from "./commit-probe.ts";

test.each([
  ["a commit is ready", async () => ({ rows: [{}] }), true],
  ["a standby or a read-only transaction, which commits nothing, is not", async () => ({ rows: [] }), false],
  ["an error is not", () => Promise.reject(new Error("away")), false],
])("%s", async (_, commit, isReady) => {
  expect(await commitProbe(commit)()).toBe(isReady);
});
