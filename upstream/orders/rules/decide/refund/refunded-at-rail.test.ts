import { describe, expect, test } from "vitest";
import { leftOf } from "../../testing/ledger-truths.ts";
import { bookingsOf, completed, final, go, invoiced, refusalOf, send, statusOf } from "../../testing/order-story.ts";
import { type OrderWorld, paying } from "../../testing/order-world.ts";

function paid(): OrderWorld {
  const world = invoiced();
  go(world, final(paying(world, "p", 100_00n)));
  return world;
}

describe("a refund made at the rail", () => {
  const refund = { name: "refunded_at_rail", rail: "paypal", refundId: "r", railPaymentId: "p" } as const;

  test("of everything before the payout reverses the exchange and ends the order", () => {
    const world = paid();
    expect(go(world, { ...refund, amount: 100_00n })).toBe("refunded");
    expect(refusalOf(world, { ...refund, amount: 100_00n })).toBe("unchanged");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("of a part holds the order, with a smaller payout", () => {
    const world = paid();
    expect(go(world, { ...refund, amount: 40_00n })).toBe("on_hold manual_review");
    expect(go(world, { name: "operator_release", note: "pay the rest" })).toBe("processing");
    expect(send(world, "payout")).toBe("completed");
    expect(world.order.sent).toBe(57_013500n);
  });

  test("after completion is charged to the reserve", () => {
    const world = completed(invoiced());
    expect(bookingsOf(world, { ...refund, amount: 100_00n })).toEqual(["forced refund 10000"]);
    expect(statusOf(world)).toBe("refunded");
  });

  test("of a payment that was never final changes nothing", () => {
    const world = invoiced();
    go(world, { name: "payment_seen", payment: paying(world, "p", 100_00n) });
    expect(bookingsOf(world, { ...refund, amount: 100_00n })).toEqual(["void"]);
    expect(statusOf(world)).toBe("refunded");
  });
});
