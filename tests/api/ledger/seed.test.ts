import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { asset, pair } from "../../../upstream/db/schema/market.ts";
import { available, ownMoney } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { sandboxRailOf } from "../../../upstream/market/demo/demo-market.ts";
import { seed } from "../../../upstream/market/demo/seed.ts";
import { beginDemoMarket } from "../../support/market/demo-market-rows.ts";
import { freshDatabase } from "../../support/service/database.ts";

const now = new Date("2026-11-21T09:00:00Z");

describe("the demo market", () => {
  test("has a reserve backed by the sandbox rails", async () => {
    const db = await freshDatabase();
    await seed(db, now);
    const reserves = await ownMoney(db.orm, sandboxRailOf);
    expect(reserves.get("paypal-usd")?.reserve).toBe(48_210_55n);
    expect(await available(db.orm, accounts.rail("sandbox-paypal", "paypal-usd"))).toBe(48_210_55n);
    expect([...reserves.keys()].sort()).toEqual([
      "btc",
      "eth",
      "ltc",
      "paypal-eur",
      "paypal-usd",
      "trx",
      "usdt-erc20",
      "usdt-trc20",
    ]);
    expect(await verify(db)).toEqual([]);
    await db.close();
  });

  test("is copied for further tests with the rows that seeding writes, unless there is one already", async () => {
    const tables = ["asset", "pair", "reference_rate", "promo", "setting", "audit", "transfer", "account"];
    const rows = async (db: Database) =>
      Promise.all(
        tables.map(async (name) => (await db.query(`select to_jsonb(t) - 'seq' as row from ${name} t`)).rows),
      );
    const begun = async () => {
      const db = await freshDatabase();
      await beginDemoMarket(db, now);
      return db;
    };
    const seeded = await rows(await begun());
    const db = await begun();
    const sorted = (tables: unknown[][]) => tables.map((table) => table.map((row) => JSON.stringify(row)).sort());
    expect(sorted(await rows(db))).toEqual(sorted(seeded));
    expect(seeded.every((table) => table.length > 0)).toBe(true);
    expect(await verify(db)).toEqual([]);
    await beginDemoMarket(db, now);
    expect(sorted(await rows(db))).toEqual(sorted(seeded));
  });

  test("is seeded once, and keeps the operator's changes", async () => {
    const db = await freshDatabase();
    await seed(db, now);
    const changed = eq(pair.id, "btc_paypal-usd");
    await db.orm.update(pair).set({ marginBps: 500, status: "paused" }).where(changed);
    await seed(db, now);
    const [row] = await db.orm.select().from(pair).where(changed);
    expect(row).toMatchObject({ marginBps: 500, status: "paused" });
    expect((await ownMoney(db.orm, sandboxRailOf)).get("btc")?.reserve).toBe(1_85000000n);
    await db.close();
  });

  test.each([
    ["without the assets of a promo code", (asset: string) => asset !== "usdt-erc20" && asset !== "eth"],
    ["of one asset, so without a pair", (asset: string) => asset === "btc"],
  ])("%s begins, and its books agree", async (_, isIncluded) => {
    const db = await freshDatabase();
    await seed(db, now, isIncluded);
    const assets = await db.orm.select().from(asset);
    expect(assets.map(({ id }) => id).every(isIncluded)).toBe(true);
    expect(assets.length).toBeGreaterThan(0);
    expect(await verify(db)).toEqual([]);
    await db.close();
  });

  test("offers all three products", async () => {
    const db = await freshDatabase();
    await seed(db, now);
    const pairs = await db.orm.select().from(pair).orderBy(pair.sort);
    const onSale = pairs.filter(({ status }) => status === "active");
    expect(onSale).toEqual(pairs);
    expect(new Set(onSale.map(({ page }) => page))).toEqual(
      new Set(["usdt-to-paypal", "crypto-to-paypal", "paypal-invoice"]),
    );
    await db.close();
  });
});
