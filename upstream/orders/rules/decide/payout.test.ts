import { describe, expect, test } from "vitest";

import { leftOf } from "../testing/ledger-truths.ts";
import { awaiting, bookingsOf, completed, final, go, refusalOf, send, statusOf } from "../testing/order-story.ts";
import { execute, fund, moveOutOfReach, type OrderWorld, paying, wait, worldOf } from "../testing/order-world.ts";
import { failed, first, returned, sending } from "../testing/payout-story.ts";

describe("a payout", () => {
  test("starts once and ends once, however often its job runs", () => {
    const world = sending();
    expect(refusalOf(world, { name: "payout_started" })).toBe("unchanged");
    const done = { name: "payout_done", outgoingId: first(world), txId: "t", networkFee: null } as const;
    expect(go(world, done)).toBe("completed");
    expect(refusalOf(world, done)).toBe("unchanged");
    expect(refusalOf(world, failed(world))).toBe("invalid_transition");
  });

  test("that fails for certain is voided, and sent to a new account when given", () => {
    const world = sending();
    expect(bookingsOf(world, failed(world))).toEqual(["void"]);
    expect(statusOf(world)).toBe("on_hold payout_error");
    expect(go(world, { name: "set_payout_account", account: "right@mail.com" })).toBe("processing");
    expect(send(world, "payout")).toBe("completed");
    expect(world.outgoing).toMatchObject([{ status: "failed" }, { status: "sent", account: "right@mail.com" }]);
  });

  test("returned after completion belongs to the customer again", () => {
    const world = completed();
    expect(bookingsOf(world, returned(world))).toEqual(["forced payout_returned 48008"]);
    expect(statusOf(world)).toBe("on_hold payout_error");
    expect(world.order.sent).toBe(0n);
    expect(refusalOf(world, returned(world))).toBe("unchanged");
    expect(go(world, { name: "operator_release", note: "PayPal was down" })).toBe("processing");
    expect(send(world, "payout")).toBe("completed");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("returned and refunded reverses the exchange; the payment is refunded less the fee", () => {
    const world = completed();
    go(world, returned(world));
    expect(bookingsOf(world, { name: "request_refund", refund: null })).toEqual([
      "post payout_hold 48008",
      "post conversion 500000000",
    ]);
    expect(send(world, "refund")).toBe("refunded");
    expect(world.outgoing.at(-1)).toMatchObject({ kind: "refund", amount: 499_000000n });
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("returned without a new account is refunded after seven days", () => {
    const world = completed();
    go(world, returned(world));
    wait(world, 7 * 24 * 3600 - 1);
    expect(refusalOf(world, { name: "hold_ended" })).toBe("unchanged");
    wait(world, 1);
    expect(go(world, { name: "hold_ended" })).toBe("refund_pending");
  });

  test("waits when its rail has too little cash", () => {
    const world = awaiting();
    go(world, final(paying(world, "a", 500_000000n)));
    moveOutOfReach(world, "paypal-usd", "paypal");
    expect(go(world, { name: "payout_started" })).toBe("on_hold reserve_low");
    expect(refusalOf(world, { name: "reserve_back" })).toBe("unchanged");
    fund(world, "paypal-usd", "paypal", 500_00n);
    expect(go(world, { name: "reserve_back" })).toBe("processing");
    expect(send(world, "payout")).toBe("completed");
  });

  test("is not promised from money at a rail that cannot pay it", () => {
    const world = worldOf();
    moveOutOfReach(world, "paypal-usd", "paypal");
    fund(world, "paypal-usd", "paypal", 480_07n);
    expect(refusalOf(world, execute)).toBe("reserve_insufficient");
    fund(world, "paypal-usd", "paypal", 1n);
    expect(go(world, execute)).toBe("awaiting_payment");
  });

  test("completed by hand is recorded by the operator with its network fee, but not while the rail may still send", () => {
    const networkFee = { asset: "usdt-erc20", amount: 7n };
    const byHand = { name: "operator_complete_payout", txId: "H1", networkFee, note: "sent from the app" } as const;
    const world = sending();
    expect(refusalOf(world, byHand)).toBe("invalid_transition");
    go(world, failed(world));
    expect(bookingsOf(world, byHand)).toEqual(["forced payout 48008", "forced network_fee 7"]);
    expect(statusOf(world)).toBe("completed");
    expect(refusalOf(world, byHand)).toBe("unchanged");
  });

  test("that fails costs its network fee all the same", () => {
    const world = sending();
    const networkFee = { asset: "usdt-erc20", amount: 7n };
    expect(bookingsOf(world, { ...failed(world), networkFee })).toEqual(["void", "forced network_fee 7"]);
  });

  test("is only delayed by another payment, which is refunded afterwards", () => {
    const world = sending();
    expect(go(world, final(paying(world, "b", 40_000000n)))).toBe("sending");
    const done = { name: "payout_done", outgoingId: first(world), txId: "t", networkFee: null } as const;
    expect(go(world, done)).toBe("refund_pending");
    expect(send(world, "refund")).toBe("completed");
  });
});

describe("a payout reported as returned before it was reported as sent", () => {
  const done = (world: OrderWorld) => {
    const networkFee = { asset: "usdt-erc20", amount: 7n };
    return { name: "payout_done", outgoingId: first(world), txId: "t", networkFee } as const;
  };

  test("belongs to the customer again, up to the returned amount", () => {
    const world = sending();
    const part = { ...returned(world), amount: 40_000n };
    expect(bookingsOf(world, part)).toEqual(["settle 48008", "forced payout_returned 40000"]);
    expect(statusOf(world)).toBe("on_hold payout_error");
    expect(world.order.sent).toBe(8_008n);
  });

  test("is charged its network fee once, whatever the order's status then", () => {
    const world = sending();
    go(world, returned(world));
    const version = world.order.version;
    expect(bookingsOf(world, done(world))).toEqual(["forced network_fee 7"]);
    expect(world.order).toMatchObject({ status: "on_hold", version });
    expect(refusalOf(world, done(world))).toBe("unchanged");
    expect(refusalOf(world, returned(world))).toBe("unchanged");
    go(world, { name: "request_refund", refund: null });
    expect(send(world, "refund")).toBe("refunded");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });
});
