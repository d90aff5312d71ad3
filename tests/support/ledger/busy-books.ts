import { eq } from "drizzle-orm";
import type { Database } from "../../../upstream/db/database.ts";
import { order } from "../../../upstream/db/schema/index.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { recordRates } from "../../../upstream/orders/quotes/rate-history.ts";
import { sweepNow } from "../../../upstream/payouts/sweeps/request-sweep.ts";
import { sweepables } from "../../../upstream/payouts/sweeps/sweep-due.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedRow, granted, type OrderRowInput } from "../orders/order-rows.ts";
import { type TestContext, testContext } from "../service/context.ts";
import { collectingPost } from "../service/post.ts";
import { addDeposits } from "./books-with-deposits.ts";
import { addWithdrawals } from "./books-with-withdrawals.ts";

/** The orders of `busyBooks`, by what has happened to them. */
export type BusyBooks = Record<
  "completed" | "waiting" | "held" | "refunded" | "sending" | "disputed" | "returned",
  string
>;

/** Books with something of everything: orders in many states, a promo code in use, an operator's own movements. */
export async function busyBooks(db: Database): Promise<BusyBooks> {
  const ctx = await testContext(db);
  const operator = async (command: string, args: Record<string, string>) => {
    const outcome = await runCommand(ctx, {
      command,
      args: { reason: "because", ...args },
      operator: { name: "anna" },
    });
    if (!outcome.ok) throw new Error(`${command}: ${outcome.sentence}`);
  };
  await operator("promo add", { code: "AUTUMN", kind: "rate_bonus_bps", value: "10", uses: "5" });
  await operator("promo add", {
    code: "SUMMER",
    kind: "rate_bonus_bps",
    value: "10",
    uses: "5",
    expires: "2030-01-01",
  });
  await operator("promo stop", { code: "SUMMER" });
  await operator("rates set", { pair: "usdt-trc20_paypal-usd", rate: "0.9991" });
  await operator("pairs set", { pair: "usdt-trc20_paypal-usd", margin_bps: "341" });
  await operator("pairs pause", { pair: "ltc_paypal-eur" });
  await operator("pairs resume", { pair: "ltc_paypal-eur" });
  await operator("reserve fund", { asset: "btc", amount: "0.5" });
  await operator("reserve take", { asset: "eth", amount: "1" });
  await operator("reserve fee", { asset: "btc", amount: "0.0001" });
  await operator("reserve correct", { asset: "ltc", amount: "409" });
  await recordRates(ctx);
  await addDeposits(ctx);
  await addWithdrawals(ctx);
  const books: BusyBooks = {
    waiting: (await executedRow(ctx)).ref,
    completed: await paid(ctx, { promo: "AUTUMN" }),
    returned: await paid(ctx, {}),
    disputed: await paid(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "100" }),
    refunded: (await executedRow(ctx)).ref,
    held: (await executedRow(ctx)).ref,
    sending: (await executedRow(ctx, { promo: "AUTUMN" })).ref,
  };
  const returned = { outgoingId: `${books.returned}-payout-1`, amount: 100_00n };
  granted(await applyEvent(ctx, books.returned, { name: "payout_returned", ...returned }, "rail"));
  await operator("orders dispute-opened", { ref: books.disputed, case: "PP-D-1", amount: "40" });
  for (const ref of [books.refunded, books.held]) await simulate(ctx, ref, "pay_partial", "100");
  await operator("orders refund", { ref: books.refunded });
  await work(ctx);
  await simulate(ctx, books.sending, "pay_exact", null);
  granted(await applyEvent(ctx, books.sending, { name: "payout_started" }, "system"));
  for (const place of await sweepables(ctx)) await sweepNow(ctx, place);
  await operator("orders hold", { ref: books.waiting });
  await operator("orders release", { ref: books.waiting });
  return books;
}

const work = (ctx: TestContext) => ctx.jobs.run(jobWork(ctx, collectingPost()));

async function paid(ctx: TestContext, input: Partial<OrderRowInput>): Promise<string> {
  const { ref } = await executedRow(ctx, input);
  await simulate(ctx, ref, "pay_exact", null);
  await work(ctx);
  return ref;
}

async function simulate(ctx: TestContext, ref: string, event: "pay_exact" | "pay_partial", amount: string | null) {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) throw new Error(`There is no order ${ref}`);
  granted((await simulateEvent(ctx, row, event, amount)) ?? {});
}
