import { expect, test } from "vitest";
import { retryWhileDown, untilReachable } from "./retry-while-down.ts";

const away = Object.assign(new Error("connect ENOENT"), { code: "ENOENT", syscall: "connect" });

test("an idempotent write is retried while the database is down; other errors throw at once", async () => {
  const answers = [away, away];
  let tries = 0;
  await retryWhileDown(async () => {
    tries += 1;
    const error = answers.pop();
    if (error) throw error;
  });
  expect(tries).toBe(3);
  const broken = retryWhileDown(async () => {
    tries += 1;
    throw new Error("a rule was broken");
  });
  await expect(broken).rejects.toThrow("a rule was broken");
  expect(tries).toBe(4);
});

test("waiting for the database ends when it is back or the wait is stopped", async () => {
  const answers = [false, true];
  await untilReachable({ ping: async () => answers.shift() ?? false }, () => false);
  expect(answers).toEqual([]);
  let pings = 0;
  await untilReachable({ ping: async () => false }, () => {
    pings += 1;
    return pings > 1;
  });
  expect(pings).toBe(2);
});
