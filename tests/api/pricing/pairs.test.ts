import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { asset, pair, referenceRate } from "../../../upstream/db/schema/market.ts";
import { book } from "../../../upstream/ledger/book.ts";
import { accounts, type Booking } from "../../../upstream/ledger/rules/booking.ts";
import { auditEntry } from "../../support/ledger/own-money.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const pairId = "usdt-trc20_paypal-usd";
let service: Exchange;

beforeEach(async () => {
  service = await exchange({ jobs: "by hand" });
});

describe("the pairs", () => {
  test("have everything a calculator needs", async () => {
    const { data, meta } = await market();
    expect(data.assets.find(({ id }) => id === "usdt-trc20")).toMatchObject({
      symbol: "USDT",
      network: "tron",
      decimals: 6,
      reserve: "120000.000000",
    });
    expect(data.pairs.find(({ id }) => id === pairId)).toMatchObject({
      page: "usdt-to-paypal",
      slug: "usdt-trc20-to-paypal-usd",
      status: "active",
      service_bps: 50,
      min_from: "20.000000",
      max_from: "5000.000000",
      reserve: "48000.00",
    });
    expect(meta).toEqual({
      generated_at: "2026-11-21T12:00:00.000Z",
      ttl_seconds: 15,
      reference_source: "sandbox",
      sandbox: true,
      wallets: true,
      maintenance: null,
    });
  });

  test("state the manual approval threshold, from the payout caps", async () => {
    const capped = await exchange({ settings: { PAYOUT_CAPS: "paypal-usd:479.72/1000/1000" } });
    const { assets } = (await capped.call("exchangePairs")).reply().data;
    const checked = Object.fromEntries(assets.map((row) => [row.id, row.manual_approval_above]));
    // A tenth of 125,000 where no caps are set.
    expect(checked).toMatchObject({ "paypal-usd": "470.00", "usdt-trc20": "12000.000000" });
    const { data } = await market();
    expect(new Set(data.assets.map((row) => row.manual_approval_above))).toEqual(new Set([null]));
  });

  test("show the payout at their limits, equal to a quote", async () => {
    const { data } = await market();
    const sold = data.pairs.find(({ id }) => id === pairId);
    const query = { from: "usdt-trc20", to: "paypal-usd", amount: "20", side: "from" } as const;
    const quoted = (await service.call("exchangeQuote", { query })).reply();
    expect(quoted.data).toMatchObject({ to: { amount: sold?.min_to }, rate: sold?.rate });
  });

  test("show the all-in rate and cost, equal to a quote of the largest amount", async () => {
    const { data } = await market();
    const sold = data.pairs.find(({ id }) => id === pairId);
    const query = { from: "usdt-trc20", to: "paypal-usd", amount: "5000", side: "from" } as const;
    const quoted = (await service.call("exchangeQuote", { query })).reply();
    const { effective_rate, cost_percent, reference_rate } = quoted.data;
    expect(sold).toMatchObject({ effective_rate, cost_percent, reference_rate, suggested_from: "500.000000" });
  });

  test("omit hidden ones, and show why others are paused", async () => {
    const { db } = service.ctx;
    await db.orm.update(pair).set({ status: "hidden" }).where(eq(pair.id, "btc_paypal-usd"));
    await db.orm.update(asset).set({ receiveEnabled: false }).where(eq(asset.id, "eth"));
    await db.orm.delete(referenceRate).where(eq(referenceRate.pairId, "ltc_paypal-usd"));
    await takeOut("paypal-eur", 31_480_00n);
    service.ctx.market.changed();
    const statusByPair = await statuses();
    expect(Object.keys(statusByPair)).not.toContain("btc_paypal-usd");
    expect(statusByPair).toMatchObject({
      [pairId]: "active",
      "eth_paypal-usd": "paused",
      "ltc_paypal-usd": "paused",
      "usdt-trc20_paypal-eur": "reserve_low",
    });
  });

  test("are paused while their payout asset is short", async () => {
    const fact = { ...movement("paypal-usd", 50_000_00n, "network_fee"), auditId: await entry() };
    await service.ctx.db.transaction((tx) => book(tx, [{ do: "forced", ...fact }], service.ctx.clock.now()));
    service.ctx.market.changed();
    expect(await statuses()).toMatchObject({ [pairId]: "paused", "usdt-trc20_paypal-eur": "active" });
  });

  test("keep their ETag until something changes", async () => {
    const first = await service.call("exchangePairs");
    expect(first.headers.get("Cache-Control")).toBe("public, max-age=15");
    const etag = first.headers.get("ETag") ?? "";
    await service.ctx.clock.advance(1);
    const same = await service.call("exchangePairs", { headers: { "If-None-Match": etag } });
    expect(same).toMatchObject({ status: 304, text: "" });

    await service.ctx.clock.advance(300);
    const changed = await service.call("exchangePairs", { headers: { "If-None-Match": etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("ETag")).not.toBe(etag);
  });
});

describe("the directions", () => {
  test.each([
    [{ from: "usdt-trc20" }, { to: ["paypal-usd", "paypal-eur"] }],
    [{ to: "paypal-usd" }, { from: ["usdt-trc20", "usdt-erc20", "btc", "eth", "ltc"] }],
    [{ from: "doge" }, { to: [] }],
  ])("of %o are those on sale", async (query, expected) => {
    const { data } = (await service.call("exchangeDirections", { query })).reply();
    expect(data).toMatchObject(expected);
  });
});

const market = async () => (await service.call("exchangePairs")).reply();

async function statuses(): Promise<Record<string, string>> {
  const { data } = await market();
  return Object.fromEntries(data.pairs.map(({ id, status }) => [id, status]));
}

const entry = () => auditEntry(service.ctx.db, "aud_test", service.ctx.clock.now());

async function takeOut(id: string, amount: bigint): Promise<void> {
  const booking: Booking = { do: "post", ...movement(id, amount, "profit_taken"), auditId: await entry() };
  await service.ctx.db.transaction((tx) => book(tx, [booking], service.ctx.clock.now()));
}

function movement(id: string, amount: bigint, code: "profit_taken" | "network_fee") {
  const credit = accounts.rail("sandbox-paypal", id);
  return { id: `${code}:${id}`, debit: accounts.reserve(id), credit, asset: id, amount, code };
}
