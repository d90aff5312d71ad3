import { describe, expect, test } from "vitest";
import { orderEvent } from "../../../upstream/db/schema/orders.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

describe("the time to a payout", () => {
  test("is told from as many completed orders as hide each of them", async () => {
    const service = await exchange({ policy: { statisticsMinOrders: 3 }, settings: { SANDBOX_PACE_MS: "600000" } });
    for (const minutes of [10, 30]) await completed(service, minutes);
    expect(await payoutTimes(service)).toBeNull();

    await completed(service, 20);
    await executedOrder(service);
    expect(await payoutTimes(service)).toEqual({ days: 90, orders: 3, median_seconds: 20 * 60 });
    expect(await medianOfEvents(service)).toBe(20 * 60);

    await completed(service, 5);
    expect(await payoutTimes(service), "counted at most every ten minutes").toMatchObject({ orders: 3 });
    await service.pass(600);
    expect(await payoutTimes(service)).toEqual({ days: 90, orders: 4, median_seconds: 15 * 60 });
    expect(await medianOfEvents(service)).toBe(15 * 60);

    await service.pass(91 * 86_400);
    expect(await payoutTimes(service), "orders of the last 90 days").toBeNull();
  });

  test("needs 50 orders by default", async () => {
    const service = await exchange();
    expect(service.ctx.policy.statisticsMinOrders).toBe(50);
  });
});

const payoutTimes = async (service: Exchange) => (await service.call("exchangePayoutTimes")).reply().data;

/** Paid out so many minutes after the payment was confirmed. */
async function completed(service: Exchange, minutes: number): Promise<void> {
  const order = await executedOrder(service);
  for (const [event, wait] of [
    ["pay_exact", 60],
    ["confirm", minutes * 60],
    ["payout_ok", 0],
  ] as const) {
    await service.call("sandboxEvents", { token: order.token, body: { ref: order.ref, event, amount: null } });
    await service.pass(wait);
  }
}

/** The same from the history of the orders. */
async function medianOfEvents({ ctx }: Exchange): Promise<number> {
  const events = await ctx.db.orm.select().from(orderEvent).orderBy(orderEvent.at);
  const done = events.filter(({ toStatus }) => toStatus === "completed");
  const seconds = done.map(({ orderRef, at }) => {
    const confirmed = events.find((event) => event.orderRef === orderRef && event.toStatus === "processing");
    return (at.getTime() - (confirmed?.at.getTime() ?? 0)) / 1000;
  });
  const sorted = seconds.sort((a, b) => a - b);
  const middle = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0];
  return ((middle[0] ?? 0) + (middle[1] ?? 0)) / 2;
}
