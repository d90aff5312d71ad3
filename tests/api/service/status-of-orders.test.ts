import { describe, expect, test } from "vitest";
import { orderEvent } from "../../../upstream/db/schema/orders.ts";
import { outgoing } from "../../../upstream/db/schema/outgoing.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { executedOrder, paypalToUsdt } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const operator = { name: "boris" };
const status = async (service: Exchange) =>
  (await service.call("exchangeStatus", { query: { days: "7" } })).reply().data;

describe("the figures of orders", () => {
  test("are those of the orders' own history, from as many orders as hide each of them", async () => {
    const policy = { statisticsMinOrders: 5, statisticsMinPartOrders: 2 };
    const service = await exchange({ policy, settings: { SANDBOX_PACE_MS: "600000" } });
    await completed(service, 10);
    await completed(service, 31);
    await refundedByChoice(service);
    await refundedAtDeadline(service);
    await completed(service, 20, paypalToUsdt);
    await completed(service, 7);
    expect(await status(service), "four of five orders").toMatchObject({
      payouts: null,
      few_orders: { orders: 4, needed: 5 },
      holds: null,
      refunds: null,
    });

    await completed(service, 12);
    await service.pass(600);
    const figures = await status(service);
    const counts = await countedFromHistory(service);
    expect(counts.all.orders).toBe(5);
    expect(counts.days.length, "the test spans days").toBeGreaterThan(1);
    expect(figures.payouts).toEqual({
      ...counts.all,
      pairs: counts.pairs.filter(({ orders }) => orders >= 2),
      by_day: counts.days.filter(({ orders }) => orders >= 2),
    });
    expect(figures.payouts?.pairs.map(({ pair }) => pair)).toEqual(["usdt-trc20_paypal-usd"]);
    expect(figures.holds).toEqual({ ended: 2, in_time: 1 });
    expect(counts.holds).toEqual(figures.holds);
    expect(figures.refunds).toEqual({ orders: counts.refunds });
    for (const payment of ["pay_exact", null] as const) await delayed(service, payment);
    await service.pass(600);
    expect((await status(service)).holds, "a delay is no decision").toEqual({ ended: 2, in_time: 1 });
    await refundedAfterDelay(service);
    await service.pass(600);
    const afterDelay = await status(service);
    expect(afterDelay.holds, "the hold that follows a delay has a deadline of its own").toEqual({
      ended: 3,
      in_time: 2,
    });
    expect((await countedFromHistory(service)).holds).toEqual(afterDelay.holds);

    const told = (await service.call("exchangePayoutTimes")).reply().data;
    expect(told, "one definition of a payout's time").toMatchObject({
      median_seconds: afterDelay.payouts?.median_seconds,
    });
  });

  test("need 50 orders, and 30 of a pair or day, by default", async () => {
    const { policy } = (await exchange()).ctx;
    expect(policy).toMatchObject({ statisticsMinOrders: 50, statisticsMinPartOrders: 30 });
  });
});

/** Paid out so many minutes after the payment was confirmed. */
async function completed(service: Exchange, minutes: number, input: Parameters<typeof executedOrder>[1] = {}) {
  const order = await executedOrder(service, input);
  for (const [event, wait] of [
    ["pay_exact", 60],
    ["confirm", minutes * 60 + 7],
    ["payout_ok", 0],
  ] as const) {
    await service.call("sandboxEvents", { token: order.token, body: { ref: order.ref, event, amount: null } });
    await service.pass(wait);
  }
}

async function held(service: Exchange) {
  const order = await executedOrder(service);
  const body = { ref: order.ref, event: "pay_partial", amount: "100" } as const;
  await service.call("sandboxEvents", { token: order.token, body });
  await service.call("sandboxEvents", { token: order.token, body: { ref: order.ref, event: "confirm", amount: null } });
  return order;
}

async function refundedByChoice(service: Exchange): Promise<void> {
  await requestsRefund(service, await held(service));
}

async function requestsRefund(service: Exchange, { ref, token }: { ref: string; token: string }): Promise<void> {
  const body = { ref, action: "request_refund" } as const;
  (await service.call("exchangeProcess", { token, key: `refund-${ref}`, body })).reply();
}

async function refundedAtDeadline(service: Exchange): Promise<void> {
  await held(service);
  await service.pass(86_400 + 60);
}

/** Held by an operator until a deadline: a paid order then continues, an unpaid one has expired. */
async function delayed(service: Exchange, payment: "pay_exact" | null): Promise<void> {
  const order = await executedOrder(service);
  const { ref, token } = order;
  if (payment) await service.call("sandboxEvents", { token, body: { ref, event: payment, amount: null } });
  await waitsForDelay(service, ref);
  expect((await tracked(service, order)).status).not.toBe("on_hold");
}

/** Underpaid as well: when the delay ends, the order waits for its customer, who decides in time. */
async function refundedAfterDelay(service: Exchange): Promise<void> {
  const order = await held(service);
  await waitsForDelay(service, order.ref);
  expect(await tracked(service, order)).toMatchObject({ status: "on_hold", hold: { reason: "amount_mismatch" } });
  await requestsRefund(service, order);
}

async function waitsForDelay(service: Exchange, ref: string): Promise<void> {
  const args = { ref, as: "new_user_delay", reason: "a test" };
  expect(await runCommand(service.ctx, { command: "orders hold", args, operator })).toMatchObject({ ok: true });
  await service.pass(86_400 + 60);
}

const tracked = async (service: Exchange, { ref, token }: { ref: string; token: string }) =>
  (await service.call("exchangeTrack", { token, query: { ref } })).reply().data;

type Counted = { orders: number; median_seconds: number; p95_seconds: number };

/** The same figures, computed here from the orders' events. */
async function countedFromHistory({ ctx }: Exchange) {
  const events = await ctx.db.orm.select().from(orderEvent).orderBy(orderEvent.at);
  const done = events
    .filter(({ toStatus }) => toStatus === "completed")
    .map(({ orderRef, at }) => {
      const orderEvents = events.filter((event) => event.orderRef === orderRef);
      const paid = orderEvents.find(({ toStatus }) => toStatus === "processing")?.at ?? at;
      return { ref: orderRef, day: at.toISOString().slice(0, 10), seconds: (at.getTime() - paid.getTime()) / 1000 };
    });
  const payouts = await ctx.db.orm.select().from(outgoing);
  const pairOf = (ref: string) =>
    payouts.find(({ orderRef, kind }) => orderRef === ref && kind === "payout")?.asset === "paypal-usd"
      ? "usdt-trc20_paypal-usd"
      : "paypal-usd_usdt-trc20";
  const grouped = <Name extends string>(name: Name, of: (order: (typeof done)[number]) => string) =>
    [...new Set(done.map(of))].map((key) => ({
      ...counted(done.filter((order) => of(order) === key).map(({ seconds }) => seconds)),
      ...({ [name]: key } as Record<Name, string>),
    }));
  return {
    all: counted(done.map(({ seconds }) => seconds)),
    pairs: grouped("pair", ({ ref }) => pairOf(ref)),
    days: grouped("day", ({ day }) => day),
    refunds: payouts.filter(({ kind, status: state }) => kind === "refund" && state === "sent").length,
    holds: countedHolds(events),
  };
}

/** A hold was late when its deadline passed without a decision. The end of a delay is no such deadline. */
function countedHolds(events: (typeof orderEvent.$inferSelect)[]) {
  const holds = { ended: 0, in_time: 0 };
  for (const ref of new Set(events.map(({ orderRef }) => orderRef))) {
    const orderEvents = events.filter(({ orderRef }) => orderRef === ref).sort((a, b) => a.version - b.version);
    let isLate = false;
    for (const { event, fromStatus, toStatus, fromHoldReason } of orderEvents) {
      if (fromStatus !== "on_hold") isLate = false;
      const isDelayOver = event === "hold_ended" && fromHoldReason === "new_user_delay";
      if (event === "hold_ended" && !isDelayOver) isLate = true;
      if (fromStatus !== "on_hold" || toStatus === "on_hold" || isDelayOver) continue;
      holds.ended += 1;
      if (!isLate) holds.in_time += 1;
    }
  }
  return holds;
}

function counted(all: number[]): Counted {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (share: number) => {
    const place = (sorted.length - 1) * share;
    const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
    return Math.round(low + (high - low) * (place % 1));
  };
  return { orders: sorted.length, median_seconds: at(0.5), p95_seconds: at(0.95) };
}
