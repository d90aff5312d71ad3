import { expect, test } from "vitest";
import { resumeAfterOutage } from "./resume-after-outage.ts";

const away = Object.assign(new Error("connect ENOENT"), { code: "ENOENT", syscall: "connect" });

test("after an outage work in progress is queued again once; a failed attempt is retried", async () => {
  let isBack = false;
  let resumed = 0;
  const reported: string[] = [];
  const outage = resumeAfterOutage(
    (_, job) => reported.push(job),
    async () => {
      if (!isBack) throw away;
      resumed += 1;
    },
  );
  outage.onError(new Error("the rail is closed"), "payout");
  await outage.resumeIfDue();
  expect(resumed).toBe(0);

  outage.onError(away, "queues");
  await expect(outage.resumeIfDue()).rejects.toBe(away);
  isBack = true;
  await outage.resumeIfDue();
  await outage.resumeIfDue();
  expect(resumed).toBe(1);
  expect(reported).toEqual(["payout", "queues"]);
});

test("a start beside a database that does not answer leaves the work to the first run after it; another error ends it", async () => {
  const answers: unknown[] = [away, undefined, new Error("a rule was broken")];
  const outage = resumeAfterOutage(
    () => {},
    async () => {
      const result = answers.shift();
      if (result) throw result;
    },
  );
  await outage.resumeAtStart();
  await outage.resumeIfDue();
  await outage.resumeIfDue();
  expect(answers).toHaveLength(1);
  await expect(outage.resumeAtStart()).rejects.toThrow("a rule was broken");
});
