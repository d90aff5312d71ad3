import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { followOrder } from "../../../upstream/affiliates/follow-order.ts";
import { rewardHold, rewardSettled } from "../../../upstream/affiliates/rules/reward-postings.ts";
import { settleRewards } from "../../../upstream/affiliates/settle-rewards.ts";
import { partner, reward } from "../../../upstream/db/schema/affiliates.ts";
import { transfer } from "../../../upstream/db/schema/ledger.ts";
import { order, payment } from "../../../upstream/db/schema/orders.ts";
import { book } from "../../../upstream/ledger/book.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify, violationsSeenBy } from "../../../upstream/ledger/verify.ts";
import { byOrder, isProfit, valuedFlows } from "../../../upstream/operator/reports/own-flows.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { recordRates } from "../../../upstream/orders/quotes/rate-history.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { agreed, brought, join, joined, type Partner, referralsOf } from "../../support/affiliates/partners.ts";
import { moveOwnMoney } from "../../support/ledger/own-money.ts";
import { type DraftInput, executedOrder, paypalToUsdt } from "../../support/orders/order-steps.ts";
import { completedOrder, rowOf } from "../../support/orders/reviews.ts";
import { ownerDatabase } from "../../support/service/database.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, password, signedIn } from "../../support/service/members.ts";
import { figures, opened, report } from "../../support/wallets/deposits.ts";
import { ask, otherAddress } from "../../support/withdrawals/withdrawals.ts";

const asset = "usdt-trc20";
/** PayPal and its fee leave something of an order of this size. */
const invoice = { ...paypalToUsdt, amount: "900" };
const daySeconds = 86_400;

let service: Exchange;
let anna: Partner;
beforeEach(async () => {
  service = await exchange();
  anna = await joined(service, "anna@example.com");
});

const completed = (input: DraftInput = {}) =>
  completedOrder(service, "customer@example.com", { partner: anna.code, ...input }).then(({ ref }) => ref);
const rewardsOf = (ref: string) =>
  service.ctx.db.orm.select().from(reward).where(eq(reward.orderRef, ref)).orderBy(reward.level);
const shownTo = async (of: Partner) => {
  of.member.token = await signedIn(service, of.member.email);
  return (await service.call("affiliateSummary", by(of.member.token))).reply().data;
};
/** Lets time pass in steps, as the schedule does. */
async function pass(days: number) {
  await service.pass(days * daySeconds);
  await settleRewards(service.ctx);
}
const rail = (ref: string, name: "dispute_opened" | "dispute_won" | "dispute_lost") => {
  const opened = { name: "dispute_opened", caseId: "PP-1", rail: "paypal", amount: null } as const;
  return applyEvent(service.ctx, ref, name === "dispute_opened" ? opened : { name, caseId: "PP-1" }, "rail");
};
const pressed = (of: Partner, key: string) => service.ask("affiliatePayout", { body: {}, key, ...by(of.member.token) });
/** Nothing but the reserve that a test has put away by hand is wrong in the books. */
const truths = async () =>
  expect((await verify(service.ctx.db)).filter(({ subject }) => !["away", "back"].includes(subject))).toEqual([]);

describe("the reward of a completed order", () => {
  test("is the tier's part of the profit in the books, with every figure it was computed from", async () => {
    const ref = await completed();
    const [row, ...others] = await rewardsOf(ref);
    if (!row) throw new Error("There is no reward");
    expect(others).toEqual([]);
    const flows = (await valuedFlows(service.ctx.db.orm, byOrder, eq(transfer.orderRef, ref))).filter(isProfit);
    const inPayout = flows.filter((flow) => flow.asset === row.profitAsset);
    expect(row.profit).toBe(inPayout.reduce((sum, { amount }) => sum + amount, 0n));
    expect(row).toMatchObject({ level: 1, state: "waiting", tier: "starter", rateBps: 2000, asset, isBooked: true });
    expect(row.amount).toBe((row.base * 2000n) / 10_000n);
    const [listedReferral] = await referralsOf(service, anna);
    expect(listedReferral).toMatchObject({
      state: "waiting",
      reason: null,
      reward: { percent: "20", ready_on: "2026-11-22" },
    });
    const summary = await shownTo(anna);
    expect([summary?.waiting, summary?.ready]).toEqual([listedReferral?.reward?.amount, "0.000000"]);
    expect(summary?.period).toMatchObject({ orders: 1, counted: 1, earned: listedReferral?.reward?.amount });
    await truths();
  });

  test("is made at the last known rates where the order is completed while they are outdated", async () => {
    const placed = await executedOrder(service, { partner: anna.code });
    await simulateEvent(service.ctx, await rowOf(service, placed.ref), "pay_exact", null);
    service.ctx.rates.current = () => undefined;
    await service.runJobs();
    expect(await rewardsOf(placed.ref)).toMatchObject([{ state: "waiting", rateBps: 2000 }]);
    await truths();
  });

  test("goes to the partner's partner as well, but not for that one's own order", async () => {
    const bob = await join(service, await brought(service, "bob@example.com", anna.code));
    const ref = await completed({ partner: bob.code });
    expect((await rewardsOf(ref)).map(({ level, rateBps, tier }) => [level, rateBps, tier])).toEqual([
      [1, 2000, "starter"],
      [2, 500, "starter"],
    ]);
    const orderOfAnna = await completedOrder(service, "anna@example.com", { partner: bob.code });
    expect((await rewardsOf(orderOfAnna.ref)).map(({ level }) => level)).toEqual([1]);
    await truths();
  });

  test("does not go to one person through two accounts", async () => {
    const again = await join(service, await brought(service, "anna+2@example.com", anna.code));
    expect((await rewardsOf(await completed({ partner: again.code }))).map(({ level }) => level)).toEqual([1]);
  });

  test("does not go to two accounts that have withdrawn to one address", async () => {
    const again = await join(service, await brought(service, "bob@example.com", anna.code));
    const address = await opened(service, again.member, asset);
    await report(service, address, { railPaymentId: "of bob", state: "final", amount: 500_000000n });
    const parent = await opened(service, anna.member, asset);
    await report(service, parent, { railPaymentId: "of anna", state: "final", amount: 500_000000n });
    for (const { member } of [anna, again])
      expect((await ask(service, member, { account: otherAddress })).status).toBe(201);
    expect((await rewardsOf(await completed({ partner: again.code }))).map(({ level }) => level)).toEqual([1]);
  });

  test("uses the rate agreed with the partner, and nothing while the partner is paused", async () => {
    await agreed(service, anna.member.email, "33.33");
    expect(await rewardsOf(await completed())).toMatchObject([{ rateBps: 3333, tier: null }]);
    await service.ctx.db.orm.update(partner).set({ status: "paused", pausedReason: "ads on our name" });
    expect(await rewardsOf(await completed())).toEqual([]);
    const states = (await referralsOf(service, anna)).map(({ state, reason }) => [state, reason]);
    expect(states).toContainEqual(["not_counted", "partner_paused"]);
  });

  test("is none where the order has become the partner's own meanwhile", async () => {
    const { ref } = await executedOrder(service, { partner: anna.code });
    await service.ctx.db.orm.update(order).set({ emailProof: "link" }).where(eq(order.ref, ref));
    await service.ctx.db.orm.update(order).set({ ownerId: anna.member.id }).where(eq(order.ref, ref));
    await simulateEvent(service.ctx, await rowOf(service, ref), "pay_exact", null);
    await service.runJobs();
    expect(await rowOf(service, ref)).toMatchObject({ status: "completed" });
    expect(await rewardsOf(ref)).toEqual([]);
    expect(await referralsOf(service, anna)).toMatchObject([{ state: "not_counted", reason: "self_referral" }]);
  });

  test("is owed where the reserve cannot give it, and booked as soon as it can", async () => {
    const reserve = accounts.reserve(asset);
    const amount = await available(service.ctx.db.orm, reserve);
    await moveOwnMoney(service.ctx, "take", { asset, amount, decimals: 6 });
    const ref = await completed({ from: "btc", to: "paypal-usd", amount: "0.01" });
    expect(await rewardsOf(ref)).toMatchObject([{ state: "waiting", isBooked: false }]);
    await truths();
    await pass(2);
    expect(await rewardsOf(ref)).toMatchObject([{ state: "waiting", isBooked: false }]);
    await moveOwnMoney(service.ctx, "fund", { asset, amount, decimals: 6 });
    await pass(0);
    expect(await rewardsOf(ref)).toMatchObject([{ state: "ready", isBooked: true }]);
    await truths();
  });
});

describe("a dispute", () => {
  test("keeps the reward waiting, and ends it when lost", async () => {
    const ref = await completed(invoice);
    await rail(ref, "dispute_opened");
    expect((await referralsOf(service, anna))[0]).toMatchObject({ state: "disputed" });
    await pass(20);
    expect(await rewardsOf(ref)).toMatchObject([{ state: "waiting" }]);
    await rail(ref, "dispute_lost");
    expect(await rewardsOf(ref)).toMatchObject([{ state: "void", reason: "charged_back" }]);
    const summary = await shownTo(anna);
    expect([summary?.waiting, summary?.ready, summary?.turnover_usd]).toEqual(["0.000000", "0.000000", "0.00"]);
    await truths();
  });

  test("won gives the reward once, never twice", async () => {
    const ref = await completed(invoice);
    await rail(ref, "dispute_opened");
    await rail(ref, "dispute_won");
    await pass(15);
    await pass(0);
    expect(await rewardsOf(ref)).toMatchObject([{ state: "ready" }]);
    const [row] = await rewardsOf(ref);
    expect(await available(service.ctx.db.orm, accounts.affiliate(row?.partnerId ?? "", asset))).toBe(row?.amount);
    await truths();
  });

  test("lost after the payout leaves a debt, which the next rewards repay first", async () => {
    await agreed(service, anna.member.email, "95");
    const refs = [];
    for (let nth = 0; nth < 5; nth += 1) refs.push(await completed(invoice));
    await pass(15);
    const summary = await shownTo(anna);
    expect((await pressed(anna, "all")).status).toBe(201);
    await rail(refs[0] ?? "", "dispute_opened");
    await rail(refs[0] ?? "", "dispute_lost");
    const [lost] = await rewardsOf(refs[0] ?? "");
    expect(lost).toMatchObject({ state: "taken_back", taken: 0n, owed: lost?.amount });
    const after = await shownTo(anna);
    expect([after?.ready, after?.paid_out, Number(after?.debt) > 0]).toEqual(["0.000000", summary?.ready, true]);
    await truths();
    const next = await completed(invoice);
    await pass(15);
    const [repaying] = await rewardsOf(next);
    const owed = lost?.owed ?? 0n;
    const left = (repaying?.amount ?? 0n) - owed;
    expect(repaying?.state).toBe("ready");
    const money = { ready: formatDecimal(left > 0n ? left : 0n, 6), debt: formatDecimal(left < 0n ? -left : 0n, 6) };
    expect(await shownTo(anna)).toMatchObject(money);
    await truths();
  });
});

describe("an order that was completed", () => {
  /** As an order ends that an operator closes after its payout came back. */
  async function ends(ref: string, status: "failed" | "cancelled") {
    const { ctx } = service;
    const now = ctx.clock.now();
    const before = await rowOf(service, ref);
    const change = { before, after: { ...before, status }, entries: [], market: await ctx.market.snapshot(), now };
    await ctx.db.transaction(async (tx) => book(tx, await followOrder(ctx, tx, change), now));
  }

  test("and ends unfinished has no reward: a waiting one is void, a ready one taken back", async () => {
    const ready = await completed();
    await pass(2);
    const waiting = await completed();
    await ends(waiting, "failed");
    expect(await rewardsOf(waiting)).toMatchObject([{ state: "void", reason: "not_finished" }]);
    await ends(ready, "cancelled");
    expect(await rewardsOf(ready)).toMatchObject([{ state: "taken_back", reason: "not_finished" }]);
    await truths();
  });

  test("whose payment is reversed stays completed, and its reward is taken back", async () => {
    const ref = await completed();
    await pass(2);
    const [paid] = await service.ctx.db.orm.select().from(payment).where(eq(payment.orderRef, ref));
    const { rail = "", railPaymentId = "" } = paid ?? {};
    await applyEvent(service.ctx, ref, { name: "payment_reversed", rail, railPaymentId }, "rail");
    expect(await rowOf(service, ref)).toMatchObject({ status: "completed" });
    expect(await rewardsOf(ref)).toMatchObject([{ state: "taken_back", reason: "charged_back" }]);
    await truths();
  });

  test("and has ended otherwise leaves no reward waiting: the sweep ends it", async () => {
    const ref = await completed();
    await service.ctx.db.orm.update(order).set({ status: "refunded" }).where(eq(order.ref, ref));
    await pass(0);
    expect(await rewardsOf(ref)).toMatchObject([{ state: "void", reason: "refunded" }]);
  });
});

test("a reward that the reserve cannot give keeps none behind it back", async () => {
  const reserve = accounts.reserve(asset);
  const empty = async () => {
    const amount = await available(service.ctx.db.orm, reserve);
    await moveOwnMoney(service.ctx, "take", { asset, amount, decimals: 6 });
    return () => moveOwnMoney(service.ctx, "fund", { asset, amount, decimals: 6 });
  };
  const fromBtc = { from: "btc", to: "paypal-usd", amount: "0.01" };
  const fillAgain = await empty();
  const owed = await completed(fromBtc);
  await fillAgain();
  await service.pass(60);
  const held = await completed(fromBtc);
  await empty();
  await service.pass(2 * daySeconds);
  await settleRewards(service.ctx, 1);
  expect(await rewardsOf(owed)).toMatchObject([{ state: "waiting", isBooked: false }]);
  expect(await rewardsOf(held)).toMatchObject([{ state: "ready" }]);
});

describe("a payout", () => {
  test("of everything that is ready goes into the wallet once, however often it is pressed at once", async () => {
    await agreed(service, anna.member.email, "95");
    await completed({ amount: "5000" });
    expect((await pressed(anna, "early")).problem()).toMatchObject({ code: "insufficient_funds" });
    await pass(2);
    const summary = await shownTo(anna);
    const answers = await Promise.all(["a", "a", "b", "c"].map((key) => pressed(anna, key)));
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(await figures(service, anna.member)).toMatchObject({ available: summary?.ready });
    expect(await shownTo(anna)).toMatchObject({ ready: "0.000000", paid_out: summary?.ready });
    expect((await service.call("memberTransactions", by(anna.member.token))).reply().data).toMatchObject([
      { type: "affiliate", amount: summary?.ready },
    ]);
    await truths();
  });
});

test("two sweeps at once, and a dispute beside them, settle each reward once", async () => {
  const refs = [await completed(), await completed(invoice)];
  await service.pass(15 * daySeconds);
  const twin = service.twin().context;
  await Promise.all([settleRewards(service.ctx), settleRewards(twin), rail(refs[1] ?? "", "dispute_opened")]);
  await rail(refs[1] ?? "", "dispute_lost");
  expect(await rewardsOf(refs[0] ?? "")).toMatchObject([{ state: "ready" }]);
  const [lost] = await rewardsOf(refs[1] ?? "");
  expect([lost?.reason, lost?.state === "void" || lost?.taken === lost?.amount]).toEqual(["charged_back", true]);
  await truths();
});

test("the audit names rewards, balances and days that were changed", async () => {
  await recordRates(service.ctx);
  await completed();
  const owner = await ownerDatabase();
  for (const [change, name] of [
    ["update reward set amount = 1, base = 5, rate_bps = 2000", "rewards_are_booked_as_they_stand"],
    ["update reward set profit = profit + 1000", "rewards_are_computed_from_their_figures"],
    [
      "update reward set profit = profit * 2, base = base * 2, rate_bps = 1000",
      "rewards_are_of_the_profit_of_their_order",
    ],
    ["update reward set tier = null", "rewards_are_at_agreed_shares"],
    ["update reward set rate = (rate::numeric * 9)::text", "rewards_are_valued_at_the_rate_of_their_hour"],
    ["update referral set reason = 'fraud'", "rewards_belong_to_the_partner_of_their_order"],
    ["update partner_balance set waiting = waiting + 1", "partners_balances_are_their_rewards"],
    ["update partner_day set waiting = waiting + 1 where pair_id <> ''", "partners_days_are_their_rewards"],
    ["delete from reward", "transfers_of_partners_have_their_row"],
  ] as const) {
    const undone = new Error("undone");
    const seen: string[] = [];
    await owner
      .transaction(async (tx) => {
        const query = owner.rawIn(tx);
        // Past the triggers: they refuse another figure of a reward.
        await query(`set local session_replication_role = replica; ${change}`);
        seen.push(...(await violationsSeenBy(query)).map(({ check }) => check));
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    expect(seen, change).toContain(name);
  }
});

test("what is less than the smallest payout, or of a programme that is off, is given up with the account only by consent", async () => {
  await completed();
  await pass(15);
  const [{ amount } = { amount: 0n }] = await service.ctx.db.orm.select().from(reward);
  anna.member.token = await signedIn(service, anna.member.email);
  const { data } = (await service.call("memberClosing", by(anna.member.token))).reply();
  const left = { asset, amount: formatDecimal(amount, 6), kind: "reward" };
  expect(data).toMatchObject({ can_close: true, rewards_due: false, leftovers: [left] });
  const close = (consents: boolean) =>
    service.call("memberClose", { body: { password, give_up_leftovers: consents }, ...by(anna.member.token) });
  expect((await close(false)).problem()).toMatchObject({
    errors: [{ pointer: "/give_up_leftovers", code: "must_accept" }],
  });
  expect((await close(true)).status).toBe(200);
});

test("an account cannot be closed while a reward waits or can be taken out; then no order counts any more", async () => {
  await completed();
  await pass(0);
  const close = async () => {
    anna.member.token = await signedIn(service, anna.member.email);
    return service.call("memberClose", { body: { password, two_factor_code: null }, ...by(anna.member.token) });
  };
  expect((await close()).problem()).toMatchObject({ code: "account_in_use" });
  await pass(15);
  const [{ amount } = { amount: 0n }] = await service.ctx.db.orm.select().from(reward);
  const [row] = await service.ctx.db.orm.select().from(partner);
  // So that what is ready is the smallest payout.
  await service.ctx.db.query(
    'insert into reward select (jsonb_populate_record(w, \'{"id": "more", "level": 2, "code": ""}\')).* from reward w limit 1',
  );
  const more = { id: "more", partnerId: row?.id ?? "", asset, amount: 10_000000n - amount };
  await service.ctx.db.transaction((tx) => book(tx, [rewardHold(more), rewardSettled(more)], service.ctx.clock.now()));
  expect((await close()).problem()).toMatchObject({ code: "account_in_use" });
  anna.member.token = await signedIn(service, anna.member.email);
  expect((await pressed(anna, "all")).status).toBe(201);
  await service.ctx.db.query("delete from wallet");
  expect((await close()).status).toBe(200);
  await completed();
  // That of the first order, and the one added here.
  expect(await service.ctx.db.orm.select().from(reward)).toHaveLength(2);
});
