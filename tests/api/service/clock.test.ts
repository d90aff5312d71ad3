import { describe, expect, test } from "vitest";
import { rateLimit } from "../../../upstream/db/schema/service.ts";
import { deleteExpiredLimits } from "../../../upstream/http/request/limits.ts";
import { openClock } from "../../../upstream/program/clock.ts";
import { freshDatabase } from "../../support/service/database.ts";

describe("the service's clock", () => {
  test("is advanced for all processes of its database, permanently", async () => {
    const db = await freshDatabase();
    const [clock, otherClock] = [await openClock(db, true), await openClock(db, true)];
    await clock.advance(900);
    await otherClock.advance(100);
    await clock.refresh();
    expect([clock.offsetSeconds(), otherClock.offsetSeconds()]).toEqual([1000, 1000]);
    expect((await openClock(db, true)).offsetSeconds()).toBe(1000);
  });

  test("is the machine's where it may not be changed, whatever is stored", async () => {
    const db = await freshDatabase();
    await (await openClock(db, true)).advance(900);
    const fixed = await openClock(db, false);
    expect(fixed.offsetSeconds()).toBe(0);
    await expect(fixed.advance(1)).rejects.toThrow("SANDBOX_CLOCK");
  });
});

test("expired rate limits are deleted, and no others", async () => {
  const db = await freshDatabase();
  const inAnHour = BigInt(Date.now() + 3_600_000);
  await db.orm.insert(rateLimit).values([
    { key: "over", points: 1, expire: 1n },
    { key: "running", points: 1, expire: inAnHour },
  ]);
  await deleteExpiredLimits(db);
  expect((await db.orm.select().from(rateLimit)).map(({ key }) => key)).toEqual(["running"]);
});
