import { beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { referenceRate } from "../../../upstream/db/schema/market.ts";
import { seed } from "../../../upstream/market/demo/seed.ts";
import { pushSandboxRate, sandboxRates } from "../../../upstream/market/rates/sandbox.ts";
import { tableRates } from "../../../upstream/market/rates/table.ts";
import { freshDatabase } from "../../support/service/database.ts";

const noon = new Date("2026-11-21T12:00:00.000Z");
const hourSeconds = 3600;
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const pairId = "usdt-trc20_paypal-usd";
let db: Database;

beforeEach(async () => {
  db = await freshDatabase();
  await seed(db, noon);
  await db.orm.delete(referenceRate);
  await db.orm.insert(referenceRate).values({ pairId, rate: "0.9990", source: "operator", updatedAt: noon });
});

describe("the operator's rate table", () => {
  test("is cached in memory and reloaded on request", async () => {
    const rates = tableRates(db.orm, hourSeconds);
    expect(rates.current(pairId, noon)).toBeUndefined();
    await rates.refresh();
    expect(rates.current(pairId, noon)).toEqual({ rate: "0.9990", source: "operator", at: noon });
    expect(rates.current("other", noon)).toBeUndefined();
    await db.orm.update(referenceRate).set({ rate: "1.0010" });
    expect(rates.current(pairId, noon)?.rate).toBe("0.9990");
    await rates.refresh();
    expect(rates.current(pairId, noon)?.rate).toBe("1.0010");
  });

  test("returns no rate rather than an outdated one", async () => {
    const rates = tableRates(db.orm, hourSeconds);
    await rates.refresh();
    expect(rates.current(pairId, later(hourSeconds))?.rate).toBe("0.9990");
    expect(rates.current(pairId, later(hourSeconds + 1))).toBeUndefined();
  });
});

describe("the sandbox rates", () => {
  test("vary around the table, always current by the service's clock", async () => {
    const rates = sandboxRates(db.orm);
    await rates.refresh();
    for (const days of [0, 1, 30, 400]) {
      const now = later(days * 24 * hourSeconds);
      const reference = rates.current(pairId, now);
      expect(Number(reference?.rate)).toBeGreaterThanOrEqual(0.996);
      expect(Number(reference?.rate)).toBeLessThanOrEqual(1.002);
      expect(reference).toMatchObject({ source: "sandbox", at: now });
    }
  });

  test("can be shifted for all processes, and shifted back", async () => {
    const rates = sandboxRates(db.orm);
    await rates.refresh();
    const before = rates.current(pairId, noon)?.rate;
    await db.transaction((tx) => pushSandboxRate(tx, pairId, -200, noon));
    await db.transaction((tx) => pushSandboxRate(tx, "other", 500, noon));
    await rates.refresh();
    expect(Number(rates.current(pairId, noon)?.rate)).toBeCloseTo(Number(before) * 0.98, 3);
    await db.transaction((tx) => pushSandboxRate(tx, pairId, 0, noon));
    await rates.refresh();
    expect(rates.current(pairId, noon)?.rate).toBe(before);
  });
});
