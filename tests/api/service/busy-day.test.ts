import { beforeAll, expect, test } from "vitest";
import { selectPayerHistory } from "../../../upstream/db/sql/payer-statements.ts";
import { selectUnpaidUsage } from "../../../upstream/db/sql/unpaid-statements.ts";
import { capUsage } from "../../../upstream/payouts/cap-usage.ts";
import { copyOrder } from "../../support/orders/copied-orders.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { completedOrder } from "../../support/orders/reviews.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { rowsReadBy, vacuumAndAnalyze } from "../../support/service/rows-read.ts";

const dayMs = 86_400_000;
/** Orders of one customer, one a day; those of today; and those that wait for their payment, each of another customer. */
const [past, today, unpaid] = [3_000, 100, 300];
const payerEmail = "payer@example.com";
let service: Exchange;

beforeAll(async () => {
  service = await exchange({ db: await freshDatabase("owner"), settings: { UNPAID_LIMITS: "network=20" } });
  const { db } = service.ctx;
  const completed = await completedOrder(service);
  const open = await executedOrder(service);
  await copyOrder(db, completed.ref, { count: past, days: past, after: 2, series: "P" });
  await copyOrder(db, completed.ref, { count: today, days: 0.9, series: "T" });
  await copyOrder(db, open.ref, { count: unpaid, days: 0.01, series: "U" });
  // Every tenth order of the past is of one payer.
  await db.query("alter table exchange_order disable trigger order_identity_stays");
  await db.query("update exchange_order set email = $1 where ref like 'P%0'", [payerEmail]);
  await db.query("alter table exchange_order enable trigger order_identity_stays");
  await db.query("update unpaid_hold set network = md5(order_ref), email = md5('email' || order_ref)");
  await vacuumAndAnalyze();
});

async function rowsOf(table: string, work: () => Promise<unknown>): Promise<number> {
  const read = await rowsReadBy(service.ctx.db, async () => void (await work()));
  return new Map(read).get(table) ?? 0;
}

test("the usage of caps reads the movements of the day, and nothing of the older ones", async () => {
  const { db, clock } = service.ctx;
  const usage = () =>
    db.transaction((tx) => capUsage(tx, { rail: "sandbox-paypal", asset: "paypal-usd" }, clock.now()));
  const [row] = (await db.query("select amount from outgoing limit 1")).rows;
  expect((await usage()).day).toBe(BigInt(String(row?.amount)) * BigInt(today + 1));
  // What is open is looked for by itself.
  expect(await rowsOf("payout_guard", usage)).toBeLessThanOrEqual(3 * today);
  expect(await rowsOf("outgoing", usage)).toBe(0);
});

test("the limits of unpaid orders read each open hold at most once", async () => {
  const { orm } = service.ctx.db;
  const order = { ref: "none", asset: "paypal-usd", day: "2026-11-21", reserveAccount: "reserve:paypal-usd" };
  const keys = (["network", "email", "member"] as const).map((party) => ({ party, key: party, dayKey: party }));
  const standing = () => selectUnpaidUsage(orm, order, keys);
  expect((await standing()).byParty.get("all")?.held).toBeGreaterThan(0n);
  expect(await rowsOf("unpaid_hold", standing)).toBeLessThanOrEqual(unpaid + 10);
});

test("the limit of a payer reads the orders within the days of disputes", async () => {
  const now = service.ctx.clock.now().getTime();
  const days = { since: new Date(now - 180 * dayMs), establishedBy: new Date(now - 30 * dayMs) };
  const payer = { ref: "none", email: payerEmail, memberId: null, account: null };
  const read = await rowsOf("exchange_order", () => selectPayerHistory(service.ctx.db.orm, payer, days));
  // Their numbers by mailbox and by address, and the orders themselves; less than twice as many by chance. All of them would be 300 each time.
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(6 * 18);
});
