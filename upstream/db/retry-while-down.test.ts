import { expect, test } from "vitest";
import { retryWhileDown, untilReachable } from "./retry-while-down.ts";

const away = Object.assign(new Error("connect ENOENT"), { code: "ENOENT", syscall: "connect" });

test("what must be written is written once the database is back, and any other failure is told at once", async () => {
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

test("whoever waits for the database goes on when it answers, or when nobody waits any more", async () => {
  const answers = [false, true];
  await untilReachable({ ping: async () => answers.shift() ?? false }, () => false);
  expect(answers).toEqual([]);
  let asked = 0;
  await untilReachable({ ping: async () => false }, () => {
    asked += 1;
    return asked > 1;
  });
  expect(asked).toBe(2);
});
