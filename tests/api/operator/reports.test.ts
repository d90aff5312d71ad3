import { eq, like } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod/v4";
import { parseDecimal } from "../../../contract/values/decimal.ts";
import { account, asset, order } from "../../../upstream/db/schema/index.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { postedOf } from "../../../upstream/ledger/state.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { collectingPost } from "../../support/service/post.ts";

let ctx: TestContext;

const run = async (command: string, args: Record<string, string> = {}) => {
  const outcome = await runCommand(ctx, { command, args, operator: { name: "anna" } });
  if (!outcome.ok) throw new Error(outcome.sentence);
  return outcome.data;
};
const rows = z.array(z.record(z.string(), z.unknown()));
const work = () => ctx.jobs.run(jobWork(ctx, collectingPost()));
const minor = (text: unknown, decimals: number) => {
  const plain = String(text);
  const amount = parseDecimal(plain.replace("-", ""), decimals);
  if (typeof amount !== "bigint") throw new Error(`Not an amount: ${plain}`);
  return plain.startsWith("-") ? -amount : amount;
};

/** Two days: an exchange each way, a refund with its fee, gas, and a movement of our own money. */
beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
  await simulateEvent(ctx, await executedRow(ctx), "pay_exact", null);
  await work();
  await run("reserve fund", { asset: "paypal-usd", amount: "100.00", reason: "top-up" });
  await ctx.clock.advance(24 * 3600);
  const paypal = await executedRow(ctx, { from: "paypal-usd", to: "usdt-erc20", amount: "200" });
  const paid = { ref: paypal.ref, tx: "PP-1", amount: "200.00", asset: "paypal-usd", reason: "seen" };
  await run("orders confirm-payin", paid);
  const short = await executedRow(ctx);
  await simulateEvent(ctx, short, "pay_partial", "100");
  await run("orders refund", { ref: short.ref, reason: "asked for it" });
  await work();
});

async function assetsById() {
  const assetRows = await ctx.db.orm.select().from(asset);
  return new Map(assetRows.map(({ id, decimals }) => [id, decimals]));
}

/** Sum of `field` by asset, minor units. */
async function sums(list: unknown, field: string) {
  const decimals = await assetsById();
  const sumByAsset = new Map<string, bigint>();
  for (const row of rows.parse(list)) {
    const id = String(row.asset);
    sumByAsset.set(id, (sumByAsset.get(id) ?? 0n) + minor(row[field], decimals.get(id) ?? 0));
  }
  return Object.fromEntries([...sumByAsset].sort().filter(([, amount]) => amount !== 0n));
}

const part = (data: unknown, name: string) => z.record(z.string(), z.unknown()).parse(data)[name];

describe("profit", () => {
  test("is the same by day, by pair and by order, in every asset", async () => {
    const [byDay, byPair] = [await run("report profit"), await run("report profit", { by: "pair" })];
    const days = rows.parse(part(byDay, "profit"));
    expect(new Set(days.map(({ day }) => day))).toEqual(new Set(["2026-11-21", "2026-11-22"]));
    const profit = await sums(days, "profit");
    expect(await sums(part(byPair, "profit"), "profit")).toEqual(profit);
    const orders = rows.parse(await run("orders list")).flatMap(({ profit: text }) =>
      String(text ?? "")
        .split(", ")
        .filter((amountText) => amountText !== "null" && amountText !== "")
        .map((amountText) => ({ amount: amountText.split(" ")[0], asset: amountText.split(" ")[1] })),
    );
    expect(await sums(orders, "amount")).toEqual(profit);
    expect(profit["paypal-usd"]).toBeGreaterThan(0n);
    expect(profit["usdt-erc20"]).toBeGreaterThan(0n);
    // The refund's fee of 1 USDT is worth the rate, cut to whole cents.
    const [row] = await ctx.db.orm.select().from(order).where(eq(order.status, "refunded"));
    const cents = /^\d+\.\d\d/.exec(row?.referenceRate ?? "")?.[0];
    const refunded = rows.parse(await run("orders list", { status: "refunded" }));
    expect(refunded).toMatchObject([{ profit: `${cents} paypal-usd, -2.500000 trx` }]);
  });

  test("adds up to the ledger: what was earned and funded is the reserve, in every asset", async () => {
    const changes = await sums(part(await run("report profit"), "ledger"), "change");
    const reserves = await ctx.db.orm.select().from(account).where(like(account.id, "reserve:%"));
    const posted = reserves.map((row) => [row.asset, postedOf(row)] as const).filter(([, amount]) => amount !== 0n);
    expect(changes).toEqual(Object.fromEntries([...posted].sort()));
    const ledger = rows.parse(part(await run("report profit", { since: "2026-11-22" }), "ledger"));
    expect(ledger.find(({ asset: id }) => id === "paypal-usd")).toMatchObject({
      earned: "200.00",
      funded_less_taken: "0.00",
    });
  });
});

describe("reserves", () => {
  test("balance with liabilities and cash, and equal the ledger's accounts", async () => {
    const report = await run("report reserves");
    for (const row of rows.parse(part(report, "assets"))) expect(String(row.difference)).toMatch(/^0(\.0+)?$/);
    const decimals = await assetsById();
    for (const row of rows.parse(part(report, "cash"))) {
      const id = String(row.asset);
      const [railAccount] = await ctx.db.orm
        .select()
        .from(account)
        .where(eq(account.id, accounts.rail(String(row.rail), id)));
      expect(minor(row.cash, decimals.get(id) ?? 0)).toBe(railAccount && postedOf(railAccount));
    }
    expect(await sums(part(report, "assets"), "cash")).toEqual(await sums(part(report, "cash"), "cash"));
  });

  test("of a past moment stay what they were then, money set aside included", async () => {
    await executedRow(ctx);
    const at = ctx.clock.now().toISOString();
    const then = await run("report reserves", { at });
    const promised = rows.parse(part(then, "assets")).find(({ asset: id }) => id === "paypal-usd");
    expect(minor(promised?.promised, 2)).toBeGreaterThan(0n);
    await ctx.clock.advance(3600);
    await simulateEvent(ctx, await executedRow(ctx), "pay_exact", null);
    await work();
    await run("reserve take", { asset: "btc", amount: "0.5", reason: "rent" });
    expect(await run("report reserves", { at })).toEqual(then);
    expect(await run("report reserves")).not.toEqual(then);
    expect(await run("report reserves", { at: "2020-01-01" })).toEqual({
      at: "2020-01-01T00:00:00.000Z",
      assets: [],
      cash: [],
    });
  });
});

describe("orders", () => {
  test("are listed with fee, all-in rate, payout and profit, page by page and by asset", async () => {
    const all = rows.parse(await run("orders list"));
    expect(all).toHaveLength(3);
    const first = all.find(({ status, from }) => status === "completed" && String(from).endsWith("usdt-trc20"));
    expect(first).toMatchObject({ payout: first?.to, fee: expect.stringMatching(/ paypal-usd$/) });
    const [sent, got] = [String(first?.from), String(first?.to)].map((text) => Number(text.split(" ")[0]));
    expect(Number(first?.rate)).toBeCloseTo((got ?? 0) / (sent ?? 1), 3);
    const pages = [1, 2, 3].map((page) => run("orders list", { limit: "1", page: String(page) }));
    expect((await Promise.all(pages)).flatMap((page) => rows.parse(page))).toEqual(all);
    expect(await run("orders list", { asset: "usdt-erc20" })).toHaveLength(1);
    expect(await run("orders list", { until: "2026-11-22" })).toHaveLength(1);
  });

  test("are exported as CSV, the same rows, with a header when there is none", async () => {
    const text = String(await run("orders export"));
    const [header, ...lines] = text.trimEnd().split("\r\n");
    expect(header).toContain("number,created,status,hold,pair,from_asset");
    expect(lines).toHaveLength(3);
    expect(await run("orders export", { status: "expired" })).toBe(`${header}\r\n`);
    const outcome = await runCommand(ctx, {
      command: "orders export",
      args: { out: "o.csv" },
      operator: { name: "anna" },
    });
    expect(outcome).toMatchObject({ ok: true, data: { orders: 3 }, file: { path: "o.csv", text } });
  });
});

test("positions are what rails hold, what is owed and promised, and what is our own, as in report reserves", async () => {
  // One that waits for its payment: its payout is promised.
  await executedRow(ctx);
  const target = { held_target: "1", anyway: "yes", reason: "how much to hold" };
  for (const id of ["usdt-trc20", "paypal-usd"]) await run("assets set", { asset: id, ...target });
  const decimals = await assetsById();
  const positions = rows.parse(z.looseObject({ positions: z.unknown() }).parse(await run("today")).positions);
  const reserves = rows.parse(z.looseObject({ assets: z.unknown() }).parse(await run("report reserves")).assets);
  expect(positions).toHaveLength(2);
  for (const position of positions) {
    const reserve = reserves.find((row) => row.asset === position.asset);
    const amount = (text: unknown) => minor(text, decimals.get(String(position.asset)) ?? 0);
    const [promised, owed, unclaimed] = [reserve?.promised, reserve?.owed_to_customers, reserve?.unclaimed].map(amount);
    expect(amount(position.holds)).toBe(amount(reserve?.cash));
    expect(amount(position.owes)).toBe((promised ?? 0n) + (owed ?? 0n) + (unclaimed ?? 0n));
    expect(amount(position.own)).toBe(amount(position.holds) - amount(position.owes));
  }
  expect(positions.map(({ owes }) => owes)).not.toContain("0.00");
});
