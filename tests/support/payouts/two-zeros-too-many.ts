import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { resumeWaiting } from "../../../upstream/payouts/resume-waiting.ts";
import { executedRow, granted } from "../orders/order-rows.ts";
import type { TestContext } from "../service/context.ts";
import { HostileBook } from "./hostile-book.ts";
import { payOver } from "./hostile-rail.ts";
import { advanceAll, openIds, operator, paidOrder, runMoneyJobs } from "./movement-desk.ts";

/** `prepare`: what is typed once. `order`: makes one order of it. `asset`: what leaves. */
type Mistake = {
  asset: string;
  prepare(ctx: TestContext): Promise<unknown>;
  order(ctx: TestContext): Promise<unknown>;
};

export const mistakes: Readonly<Record<string, Mistake>> = {
  rate: {
    asset: "paypal-usd",
    prepare: (ctx) => operator(ctx, "anna", "rates set", { pair: "usdt-trc20_paypal-usd", rate: "99.9" }),
    order: (ctx) => paidOrder(ctx, { amount: "300" }),
  },
  promo: {
    asset: "paypal-usd",
    prepare: (ctx) =>
      operator(ctx, "anna", "promo add", {
        code: "WELCOME",
        kind: "fixed_bonus",
        value: "15000",
        pairs: "usdt-trc20_paypal-usd",
      }),
    order: (ctx) => paidOrder(ctx, { amount: "300", promo: "WELCOME" }),
  },
  /** A payment of 300 that an operator records as 30,000; the customer then asks for all of it back. */
  command: {
    asset: "usdt-trc20",
    prepare: async () => {},
    async order(ctx) {
      const { ref } = await executedRow(ctx, { amount: "300" });
      await operator(ctx, "anna", "orders confirm-payin", {
        ref,
        tx: `t-${ref}`,
        amount: "30000",
        asset: "usdt-trc20",
      });
      const refund = { account: "TQ5NMqJjhpQGK7YJbESKfkXxAtvEHDHpq4", memo: null };
      granted(await applyEvent(ctx, ref, { name: "request_refund", refund }, "client"));
    },
  },
};

const caps = { alone: "10000", hour: "100000", day: "150000" };

/** 20 orders with the mistake, each approved by a second operator, against a cap of 150,000 units a day. */
export async function twoZerosTooMany(ctx: TestContext, name: string, mistake: Mistake): Promise<string[]> {
  const { asset } = mistake;
  ctx.env = { ...ctx.env, PAYOUT_CAPS: { "paypal-usd": caps, "usdt-trc20": caps } };
  const book = new HostileBook(1, () => null);
  book.calm();
  payOver(ctx, book, { call: async (work) => work() });
  await operator(ctx, "anna", "reserve fund", { asset, amount: "9000000" });
  await mistake.prepare(ctx);
  for (let count = 0; count < 20; count += 1) await mistake.order(ctx);
  await runMoneyJobs(ctx);
  const faults = book.outflow(asset) === 0n ? [] : [`${name}: a payout above its own cap was sent without an approval`];
  const asked = await openIds(ctx);
  for (const id of asked) await operator(ctx, "boris", "payouts approve", { id });
  for (let hour = 0; hour < 23; hour += 1) {
    await resumeWaiting(ctx);
    book.turn();
    await advanceAll(ctx, await openIds(ctx), () => true);
    await ctx.clock.advance(3_600);
  }
  const moved = book.outflow(asset);
  const most = asset === "paypal-usd" ? 150_000_00n : 150_000_000000n;
  console.log(
    `a ${name} with two zeros too many, ${asked.length} payouts asked for: ${moved} moved of at most ${most}`,
  );
  if (moved === 0n || moved > most || asked.length < 20) faults.push(`${name}: ${moved} were moved`);
  return [...faults, ...book.faults, ...(await verify(ctx.db)).map(({ sentence }) => sentence)];
}
