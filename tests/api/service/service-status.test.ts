import { beforeAll, describe, expect, test } from "vitest";
import { orderEvent } from "../../../upstream/db/schema/orders.ts";
import { outgoing } from "../../../upstream/db/schema/outgoing.ts";
import { partDay, reserveHistory } from "../../../upstream/db/schema/status.ts";
import { runCommand } from "../../../upstream/operator/command-request.ts";
import { recordParts } from "../../../upstream/status/parts.ts";
import { recordReserves } from "../../../upstream/status/reserves.ts";
import { executedOrder, paypalToUsdt } from "../../support/orders/order-steps.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const operator = { name: "boris" };
const status = async (service: Exchange, days: "7" | "30" | "90" = "7") =>
  (await service.call("exchangeStatus", { query: { days } })).reply().data;

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
    expect(await status(service), "four of five orders").toMatchObject({ payouts: null, holds: null, refunds: null });

    await completed(service, 12);
    await service.pass(600);
    const shown = await status(service);
    const own = await countedFromHistory(service);
    expect(own.all.orders).toBe(5);
    expect(own.days.length, "the test spans days").toBeGreaterThan(1);
    expect(shown.payouts).toEqual({
      ...own.all,
      pairs: own.pairs.filter(({ orders }) => orders >= 2),
      by_day: own.days.filter(({ orders }) => orders >= 2),
    });
    expect(shown.payouts?.pairs.map(({ pair }) => pair)).toEqual(["usdt-trc20_paypal-usd"]);
    expect(shown.holds).toEqual({ ended: 2, in_time: 1 });
    expect(shown.refunds).toEqual({ orders: own.refunds });

    const told = (await service.call("exchangePayoutTimes")).reply().data;
    expect(told, "one definition of a payout's time").toMatchObject({ median_seconds: shown.payouts?.median_seconds });
  });

  test("need 50 orders, and 30 of a pair or day, by default", async () => {
    const { policy } = (await exchange()).ctx;
    expect(policy).toMatchObject({ statisticsMinOrders: 50, statisticsMinPartOrders: 30 });
  });
});

describe("the parts of the exchange", () => {
  let service: Exchange;
  beforeAll(async () => {
    service = await exchange({ jobs: "by hand" });
  });
  const part = async (name: string) => (await status(service)).parts.find((known) => known.part === name);
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      await recordParts(service.ctx);
      await service.pass(60);
    }
  };
  const operate = async (command: string, args: Record<string, string>) =>
    expect(await runCommand(service.ctx, { command, args: { reason: "a test", ...args }, operator })).toMatchObject({
      ok: true,
    });

  test("have no state before the first measurement", async () => {
    expect((await status(service)).parts).toEqual([]);
  });

  test("are measured once a minute, however often and by how many processes", async () => {
    await Promise.all([1, 2, 3].map(() => recordParts(service.ctx)));
    await recordParts(service.ctx);
    expect((await service.ctx.db.orm.select().from(partDay)).map(({ part, working }) => [part, working])).toEqual(
      ["orders", "coins", "invoices", "payouts"].map((name) => [name, 1]),
    );
    expect(await part("coins")).toMatchObject({ state: "works", percent: "100.00" });
    const days = (await part("coins"))?.days.map(({ state }) => state);
    expect(days, "days before the first are not green").toEqual([...Array(6).fill("unknown"), "works"]);
  });

  test("stand still in maintenance, and work partly while a pair is paused", async () => {
    await service.pass(60);
    await operate("pairs pause", { asset: "btc" });
    await minutes(6);
    expect(await part("coins")).toMatchObject({ state: "partly", percent: "14.28" });
    expect(await part("orders")).toMatchObject({ state: "works", percent: "100.00" });
    expect((await status(service)).state).toBe("partly");
    await operate("pairs resume", { asset: "btc" });
    await operate("maintenance on", {});
    await minutes(2);
    expect(await part("orders")).toMatchObject({ state: "stopped", percent: "77.77" });
    await operate("maintenance off", {});
    await minutes(1);
  });

  test("stood still in minutes that nobody measured between two measured ones", async () => {
    await service.pass(30 * 60);
    await minutes(1);
    expect((await part("payouts"))?.days.at(-1)).toEqual({
      ...{ day: "2026-11-21", state: "stopped", partly_minutes: 0, stopped_minutes: 30 },
    });
    await service.pass(6 * 60);
    expect(await part("payouts"), "the last measurement is too old").toMatchObject({ state: null });
  });

  test("have an unknown day where a whole day was not measured", async () => {
    await service.pass(2 * 86_400);
    await minutes(1);
    const days = (await part("payouts"))?.days.map(({ state }) => state);
    expect(days?.slice(-3)).toEqual(["stopped", "unknown", "works"]);
  });

  test("payouts stop when one waits for an hour and none was sent in it", async () => {
    const order = await executedOrder(service);
    const pay = { ref: order.ref, event: "pay_exact", amount: null } as const;
    await service.call("sandboxEvents", { token: order.token, body: pay });
    await service.call("sandboxEvents", { token: order.token, body: { ...pay, event: "confirm" } });
    for (const [wait, state] of [
      [29 * 60, "works"],
      [2 * 60, "partly"],
      [30 * 60, "stopped"],
    ] as const) {
      await service.pass(wait);
      await recordParts(service.ctx);
      expect(await part("payouts"), state).toMatchObject({ state });
    }
  });
});

test("reserves are recorded once an hour, and a day shows its lowest", async () => {
  const service = await exchange({ jobs: "by hand" });
  await Promise.all([1, 2, 3].map(() => recordReserves(service.ctx)));
  const { assets } = (await service.call("exchangePairs")).reply().data;
  const recorded = (await service.ctx.market.snapshot()).assets;
  expect(await service.ctx.db.orm.select().from(reserveHistory)).toHaveLength(recorded.length);
  const before = assets.find(({ id }) => id === "paypal-usd")?.reserve;
  await service.pass(3600);
  await executedOrder(service);
  await recordReserves(service.ctx);
  const now = (await service.call("exchangePairs")).reply().data.assets.find(({ id }) => id === "paypal-usd")?.reserve;
  expect(Number(now)).toBeLessThan(Number(before));
  expect((await status(service)).reserves.find(({ asset }) => asset === "paypal-usd")).toEqual({
    asset: "paypal-usd",
    ...{ now, lowest: now, lowest_at: "2026-11-21T13:00:00.000Z", days: [{ day: "2026-11-21", lowest: now }] },
  });
});

test("an incident is told in both languages from its opening on, and its end with its time", async () => {
  const service = await exchange();
  const run = (command: string, args: Record<string, string>) =>
    runCommand(service.ctx, { command, args: { reason: "a test", ...args }, operator });
  const words = { title_en: "Payouts wait", title_ru: "Выплаты ждут", en: "Money is safe.", ru: "Деньги целы." };
  const next = "2026-11-21T12:30:00Z";
  expect(await run("incidents open", { kind: "stopped", ...words, next, dry_run: "yes" })).toMatchObject({ ok: true });
  expect((await status(service)).incidents, "a dry run opens nothing").toEqual([]);
  expect(await run("incidents open", { kind: "stopped", ...words, next })).toMatchObject({ ok: true });
  const open = await status(service);
  const [told] = open.incidents;
  expect(open.state).toBe("stopped");
  expect(told).toMatchObject({ title: { en: "Payouts wait", ru: "Выплаты ждут" }, ended_at: null });
  expect(told?.next_word_at).toBe("2026-11-21T12:30:00.000Z");

  const id = told?.id ?? "";
  expect(await run("incidents update", { id, en: "Only one language." })).toMatchObject({ ok: false });
  expect(await run("incidents update", { id, next: "2026-11-20T00:00:00Z" })).toMatchObject({ ok: false });
  await service.pass(600);
  expect(await run("incidents close", { id })).toMatchObject({ ok: true });
  expect(await run("incidents close", { id })).toMatchObject({ ok: false });
  const over = await status(service);
  expect(over.state).toBe("works");
  expect(over.incidents).toMatchObject([{ id, ended_at: "2026-11-21T12:10:00.000Z", next_word_at: null }]);
});

test("a period that the page does not offer is refused", async () => {
  const service = await exchange();
  expect(refused(await service.ask("exchangeStatus", { query: { days: "365" } }))).toMatchObject({
    code: "validation_failed",
  });
});

/** Paid out so many minutes after the payment was confirmed. */
async function completed(service: Exchange, minutes: number, wish: Parameters<typeof executedOrder>[1] = {}) {
  const order = await executedOrder(service, wish);
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
  const { ref, token } = await held(service);
  const body = { ref, action: "request_refund" } as const;
  (await service.call("exchangeProcess", { token, key: `refund-${ref}`, body })).reply();
}

async function refundedAtDeadline(service: Exchange): Promise<void> {
  await held(service);
  await service.pass(86_400 + 60);
}

type Counted = { orders: number; median_seconds: number; p95_seconds: number };

/** The same figures, computed here from the orders' events. */
async function countedFromHistory({ ctx }: Exchange) {
  const events = await ctx.db.orm.select().from(orderEvent).orderBy(orderEvent.at);
  const done = events
    .filter(({ toStatus }) => toStatus === "completed")
    .map(({ orderRef, at }) => {
      const own = events.filter((event) => event.orderRef === orderRef);
      const paid = own.find(({ toStatus }) => toStatus === "processing")?.at ?? at;
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
  };
}

function counted(all: number[]): Counted {
  const sorted = [...all].sort((one, other) => one - other);
  const at = (share: number) => {
    const place = (sorted.length - 1) * share;
    const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
    return Math.round(low + (high - low) * (place % 1));
  };
  return { orders: sorted.length, median_seconds: at(0.5), p95_seconds: at(0.95) };
}
