import { eq } from "drizzle-orm";
import { joinProgramme } from "../../../upstream/affiliates/partners.ts";
import { payOutRewards } from "../../../upstream/affiliates/pay-out.ts";
import { disputeDaysByMethod } from "../../../upstream/affiliates/rules/affiliate-policy.ts";
import { rewardHold, rewardSettled } from "../../../upstream/affiliates/rules/reward-postings.ts";
import { member } from "../../../upstream/db/schema/accounts.ts";
import { referral, reward } from "../../../upstream/db/schema/affiliates.ts";
import { order } from "../../../upstream/db/schema/orders.ts";
import { book } from "../../../upstream/ledger/book.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { isRefusal } from "../../../upstream/shared/rules/refusal.ts";
import { executedRow } from "../orders/order-rows.ts";
import type { TestContext } from "../service/context.ts";
import { collectingPost } from "../service/post.ts";

const email = "earns@example.com";
const asset = "usdt-trc20";

/** The email of a partner with a reward of some 39 USDT, whose payout waits for an operator; a day after its order. */
export async function partnerWhoWaits(ctx: TestContext): Promise<string> {
  const { ref, pairId } = await executedRow(ctx, { amount: "5000" });
  const completedAt = await completedNow(ctx, ref);
  await ctx.clock.advance(disputeDaysByMethod.crypto_address * 86_400);
  const now = ctx.clock.now();
  const owner = { id: "us_earns", email, locale: "en", createdAt: now } as const;
  await ctx.db.orm.insert(member).values(owner);
  const { id: partnerId } = await joinProgramme(ctx, owner.id, now);
  const came = { orderRef: ref, partnerId, code: "CODE1", way: "link", touchedAt: completedAt } as const;
  await ctx.db.orm.insert(referral).values({ ...came, id: "rf_1", createdAt: completedAt, placedAt: completedAt });
  const earned = { id: "rw_1", partnerId, asset, amount: 38_822000n };
  // What the transfers of this order come to.
  const figures = { profit: 19_411n, profitAsset: "paypal-usd", rate: "1", otherCosts: 0n, base: 194_110000n };
  await ctx.db.transaction(async (tx) => {
    await tx.insert(reward).values({
      ...{ ...earned, ...figures, orderRef: ref, level: 1, code: "CODE1", pairId, rateBps: 2000, tier: "starter" },
      ...{ state: "ready", isBooked: true, completedAt, readyAt: now, settledAt: now },
    });
    await book(tx, [rewardHold(earned), rewardSettled(earned)], now);
  });
  const strict = { ...ctx, env: { ...ctx.env, AFFILIATE_REVIEW_ABOVE: 0 } };
  const asked = await payOutRewards(strict, { memberId: owner.id, key: "all" }, now);
  if (isRefusal(asked)) throw new Error(`The payout was refused: ${asked.refused}`);
  return email;
}

async function completedNow(ctx: TestContext, ref: string): Promise<Date> {
  const rowOf = async () => (await ctx.db.orm.select().from(order).where(eq(order.ref, ref)))[0];
  const row = await rowOf();
  if (row) await simulateEvent(ctx, row, "pay_exact", null);
  await ctx.jobs.run(jobWork(ctx, collectingPost()));
  const completedAt = (await rowOf())?.completedAt;
  if (!completedAt) throw new Error(`The order ${ref} was not completed`);
  return completedAt;
}
