import { beforeEach, expect, test } from "vitest";
import { z } from "zod/v4";
import { profitsOf } from "../../../upstream/operator/reports/profit-of-orders.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";

let ctx: TestContext;
beforeEach(async () => {
  ctx = await testContext(await freshDatabase("owner"));
});

async function run(command: string, args: Record<string, string> = {}) {
  const outcome = await runCommand(ctx, { command, args, operator: { name: "anna" } });
  if (!outcome.ok) throw new Error(outcome.sentence);
  return outcome;
}

/** Copies of an order under other numbers, without its payments and transfers. */
async function copyOrder(ref: string, copies: number): Promise<void> {
  await ctx.db.query("set session_replication_role = replica");
  await ctx.db.query(
    `insert into exchange_order select (jsonb_populate_record(o, jsonb_build_object(
       'ref', 'C' || lpad(n::text, 9, '0'), 'payin_address', 'T' || n))).*
     from exchange_order o, generate_series(1, ${copies}) n where o.ref = '${ref}'`,
  );
  await ctx.db.query("set session_replication_role = origin");
}

test("today shows the order that waits for the operator beside any number that wait for customers", async () => {
  const customers = await executedRow(ctx);
  await simulateEvent(ctx, customers, "pay_partial", "100");
  await copyOrder(customers.ref, 60);
  const heldOrder = await executedRow(ctx);
  await ctx.clock.advance(60);
  await run("orders hold", { ref: heldOrder.ref, reason: "a closer look" });
  const { data } = await run("today");
  const rows = z.array(z.object({ reason: z.string() }));
  const today = z.object({ waits_for_you: rows, waits_for_customers: rows }).parse(data);
  expect(today.waits_for_you).toMatchObject([{ reason: "manual_review" }]);
  expect(today.waits_for_customers).toHaveLength(50);
});

test("the profit of more orders than one statement has parameters is that of each", async () => {
  const { ref } = await executedRow(ctx);
  await run("orders confirm-payin", { ref, tx: "t1", amount: "500", asset: "usdt-trc20", reason: "seen at the rail" });
  const [listed] = await profitsOf(ctx.db.orm, [ref]);
  const others = Array.from({ length: 70_000 }, (_, at) => `C${String(at).padStart(9, "0")}`);
  expect([...(await profitsOf(ctx.db.orm, [...others, ref]))]).toEqual([listed]);
  expect(listed?.[1].get("paypal-usd")).toBeGreaterThan(0n);
});
