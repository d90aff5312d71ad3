import { beforeAll, describe, expect, test } from "vitest";
import { rateHistory } from "../../../upstream/db/schema/market.ts";
import { recordRates } from "../../../upstream/orders/quotes/rate-history.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const pair = "usdt-trc20_paypal-usd";
const hourMs = 3_600_000;
let service: Exchange;

describe("the rate history", () => {
  beforeAll(async () => {
    service = await exchange({ jobs: "by hand" });
  });

  test("has the current rates of every pair once, however often and by how many processes it is recorded", async () => {
    await Promise.all([1, 2, 3].map(() => recordRates(service.ctx)));
    await recordRates(service.ctx);
    const { pairs } = (await service.call("exchangePairs")).reply().data;
    const sold = pairs.find(({ id }) => id === pair);
    expect(await service.ctx.db.orm.select().from(rateHistory)).toHaveLength(pairs.length);
    expect(await history("day")).toMatchObject({
      since: "2026-11-21T12:00:00.000Z",
      points: [
        { at: "2026-11-21T12:00:00.000Z", effective_rate: sold?.effective_rate, reference_rate: sold?.reference_rate },
      ],
      lowest: sold?.effective_rate,
      highest: sold?.effective_rate,
    });
  });

  test("of a year takes 53 points of 8,760 hours, and the lowest and highest of them all", async () => {
    const now = service.ctx.clock.now().getTime();
    const hour = (ago: number) => new Date(now - ago * hourMs);
    const rows = Array.from({ length: 365 * 24 }, (_, index) => ({
      pairId: pair,
      hour: hour(index + 1),
      effectiveRate: index === 1000 ? "0.09" : index === 2000 ? "10.5" : "0.95",
      referenceRate: "1.0",
    }));
    await service.ctx.db.orm.insert(rateHistory).values(rows);
    const year = await history("year");
    expect(year.points.length).toBeGreaterThan(50);
    expect(year.points.length).toBeLessThanOrEqual(62);
    expect(year).toMatchObject({ lowest: "0.09", highest: "10.5" });
    const times = year.points.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    for (const [period, points] of [
      ["day", 24],
      ["week", 57],
      ["month", 61],
    ] as const) {
      expect((await history(period)).points.length, period).toBeLessThanOrEqual(points);
      expect((await history(period)).points.length, period).toBeGreaterThanOrEqual(points - 2);
    }
  });

  test("is deleted after 400 days", async () => {
    const sandbox = await exchange({ jobs: "by hand" });
    const old = { pairId: pair, effectiveRate: "0.95", referenceRate: "1" };
    const at = (days: number) => new Date(sandbox.ctx.clock.now().getTime() - days * 24 * hourMs);
    await sandbox.ctx.db.orm.insert(rateHistory).values([399, 401].map((days) => ({ ...old, hour: at(days) })));
    await recordRates(sandbox.ctx);
    const rows = await sandbox.ctx.db.orm.select().from(rateHistory);
    expect(rows.filter(({ hour }) => hour < at(1)).map(({ hour }) => hour)).toEqual([at(399)]);
  });

  test("of a pair that is not sold, or without a known period, is refused", async () => {
    const unknown = await service.call("exchangeRateHistory", { query: { pair: "btc_gold", period: "day" } });
    expect(refused(unknown)).toMatchObject({ code: "not_found" });
    const century = await service.ask("exchangeRateHistory", { query: { pair, period: "century" } });
    expect(refused(century)).toMatchObject({ code: "validation_failed" });
  });
});

async function history(period: "day" | "week" | "month" | "year") {
  return (await service.call("exchangeRateHistory", { query: { pair, period } })).reply().data;
}
