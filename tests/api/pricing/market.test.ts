import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { pair } from "../../../upstream/db/schema/market.ts";
import { book } from "../../../upstream/ledger/book.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { seed } from "../../../upstream/market/demo/seed.ts";
import { sandboxRates } from "../../../upstream/market/rates/sandbox.ts";
import { openMarket } from "../../../upstream/orders/quotes/market.ts";
import { usualPayoutCaps } from "../../../upstream/payouts/rules/payout-caps.ts";
import type { Market } from "../../../upstream/ports/market.ts";
import { auditEntry } from "../../support/ledger/own-money.ts";
import { freshDatabase } from "../../support/service/database.ts";

const noon = new Date("2026-11-21T12:00:00.000Z");
const pairId = "usdt-trc20_paypal-usd";
let db: Database;
let market: Market;
let elapsedMs: number;

beforeEach(async () => {
  db = await freshDatabase();
  await seed(db, noon);
  elapsedMs = 0;
  const rails = {
    payoutRail: (asset: string) => (asset === "paypal-usd" ? "sandbox-paypal" : undefined),
    payoutFor: () => ({ gas: null, gasNow: async () => ({ charged: 0n, transfer: 0n, sweep: 0n }), hotAddress: null }),
    payinMethods: () => ["crypto_address" as const],
    isSimulated: () => true,
  };
  const rates = sandboxRates(db.orm);
  const settings = { feesFollow: true, hasFloor: false, payoutCaps: usualPayoutCaps };
  market = openMarket({ orm: db.orm, rates, rails, clock: { now: () => noon }, ...settings }, () => elapsedMs);
});

describe("the market snapshot", () => {
  test("has the pairs on sale and the reserves", async () => {
    const { assets, pairs } = await market.snapshot();
    expect(assets.map((asset) => asset.id)).toContain("usdt-trc20");
    expect(pairs.get(pairId)?.to).toMatchObject({
      id: "paypal-usd",
      reserve: 48_210_55n,
      shortfall: 0n,
      approvalAbove: 4_821_05n,
    });
  });

  test("is read again after a second, since another process may have changed the market", async () => {
    await market.snapshot();
    await pause();
    elapsedMs = 400;
    expect(await statusNow()).toBe("active");
    elapsedMs = 1001;
    expect(await statusNow()).toBe("paused");
  });

  test("is refreshed in the background before it expires, so that no request waits", async () => {
    const first = await market.snapshot();
    elapsedMs = 900;
    expect(await market.snapshot()).toBe(first);
    elapsedMs = 1100;
    // The call at 900 ms started the refresh whose result this one gets.
    expect(await market.snapshot()).not.toBe(first);
  });

  test("is current after a change in this process", async () => {
    await market.snapshot();
    await pause();
    market.changed();
    expect(await statusNow()).toBe("paused");
  });

  test("is not cached when read before a change", async () => {
    const overtaken = market.snapshot();
    market.changed();
    await pause();
    await overtaken;
    expect(await statusNow()).toBe("paused");
  });

  test("keeps its terms while orders hold reserve, and shows the remaining reserve on request", async () => {
    const first = await market.snapshot();
    market.reserveChanged();
    expect(await market.terms()).toBe(first);
    const second = await market.snapshot();
    expect(second).not.toBe(first);
    expect(await market.terms()).toBe(second);
    market.changed();
    expect(await market.terms()).not.toBe(second);
  });

  test("is returned by peek only while the cached one is current", async () => {
    expect(market.peek()).toBeUndefined();
    const first = await market.snapshot();
    elapsedMs = 400;
    expect(market.peek()).toBe(first);
    market.reserveChanged();
    expect(market.peek()).toBeUndefined();
    const second = await market.snapshot();
    expect(market.peek()).toBe(second);
    elapsedMs = 1401;
    expect(market.peek()).toBeUndefined();
    const third = await market.snapshot();
    expect(market.peek()).toBe(third);
    market.changed();
    expect(market.peek()).toBeUndefined();
  });

  test("is read once for concurrent callers", async () => {
    const [first, ...rest] = await Promise.all(Array.from({ length: 20 }, () => market.snapshot()));
    expect(rest.every((snapshot) => snapshot === first)).toBe(true);
  });

  test("shows the ledger's reserve", async () => {
    const takesAway = {
      do: "post",
      id: "profit:1",
      debit: accounts.reserve("paypal-usd"),
      credit: accounts.rail("sandbox-paypal", "paypal-usd"),
      asset: "paypal-usd",
      amount: 10_00n,
      code: "profit_taken",
      auditId: await auditEntry(db, "aud_test", noon),
    } as const;
    await db.transaction((tx) => book(tx, [takesAway], noon));
    const { pairs } = await market.snapshot();
    expect(pairs.get(pairId)?.to.reserve).toBe(48_200_55n);
  });
});

async function statusNow(): Promise<string | undefined> {
  return (await market.snapshot()).pairs.get(pairId)?.row.status;
}

async function pause(): Promise<void> {
  await db.orm.update(pair).set({ status: "paused" }).where(eq(pair.id, pairId));
}
