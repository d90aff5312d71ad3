import { describe, expect, test } from "vitest";
import { accounts } from "../../../../ledger/rules/booking.ts";
import { leftOf } from "../../testing/ledger-truths.ts";
import { awaiting, bookingsOf, completed, final, go, refusalOf, send, statusOf } from "../../testing/order-story.ts";
import { drain, fund, type OrderWorld, paying, sweep, wait } from "../../testing/order-world.ts";
import { returned } from "../../testing/payout-story.ts";
import { posted } from "../../testing/reference-ledger.ts";

describe("a refund", () => {
  function refunding(): OrderWorld {
    const world = awaiting();
    go(world, final(paying(world, "a", 300_000000n)), { name: "request_refund", refund: null });
    go(world, { name: "refund_started" });
    return world;
  }

  test("that fails is voided with our fee, costs its network fee, and is retried to another address", () => {
    const world = refunding();
    const failure = {
      name: "refund_failed",
      outgoingId: `${world.order.ref}-refund-1`,
      reason: "x",
      networkFee: { asset: "usdt-erc20", amount: 7n },
    } as const;
    expect(bookingsOf(world, failure)).toEqual(["void", "void", "forced network_fee 7"]);
    expect(statusOf(world)).toBe("on_hold payout_error");
    const refund = { account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE", memo: null };
    expect(go(world, { name: "request_refund", refund })).toBe("refund_pending");
    expect(send(world, "refund")).toBe("refunded");
    expect(world.outgoing.at(-1)?.account).toBe(refund.account);
  });

  test("leaves its fee to the reserve, and nothing unclaimed", () => {
    for (const amount of [300_000000n, 1_000000n]) {
      const world = awaiting();
      const reserve = posted(world.ledger, accounts.reserve("usdt-trc20"));
      go(world, final(paying(world, "a", amount)), { name: "request_refund", refund: null });
      if (world.order.status === "refund_pending") send(world, "refund");
      expect(posted(world.ledger, accounts.reserve("usdt-trc20"))).toBe(reserve + 1_000000n);
      expect(posted(world.ledger, accounts.unclaimed("usdt-trc20"))).toBe(0n);
    }
  });

  test("waits until every payment is final", () => {
    const world = awaiting();
    const payment = paying(world, "a", 300_000000n);
    go(world, { name: "payment_seen", payment }, { name: "request_refund", refund: null });
    expect(refusalOf(world, { name: "refund_started" })).toBe("invalid_transition");
    go(world, final(payment));
    expect(world.tasks.at(-1)).toEqual({ job: "refund" });
    expect(send(world, "refund")).toBe("refunded");
  });

  test("is dropped when the payment vanishes", () => {
    const world = awaiting();
    const payment = paying(world, "a", 300_000000n);
    go(world, { name: "payment_seen", payment }, { name: "request_refund", refund: null });
    const { rail, railPaymentId } = payment;
    expect(go(world, { name: "payment_vanished", rail, railPaymentId })).toBe("expired");
  });

  test("no larger than the fee ends the order, with nothing sent", () => {
    const world = awaiting();
    go(world, final(paying(world, "a", 1_000000n)));
    expect(bookingsOf(world, { name: "request_refund", refund: null })).toEqual(["void", "post refund_fee 1000000"]);
    expect(statusOf(world)).toBe("failed");
  });

  test("without an address sends reminders on days 1, 7 and 30, and notifies the operator on day 60", () => {
    const world = awaiting();
    world.order = { ...world.order, refundAccount: null };
    go(world, final(paying(world, "a", 300_000000n)));
    expect(go(world, { name: "request_refund", refund: null })).toBe("refund_pending refund_address_missing");
    const emails: string[] = [];
    for (const days of [1, 6, 23, 30, 1]) {
      wait(world, days * 86_400 - 1);
      expect(refusalOf(world, { name: "hold_ended" })).toBe("unchanged");
      wait(world, 1);
      go(world, { name: "hold_ended" });
      const last = world.tasks.at(-1);
      emails.push(last?.job === "email" ? last.kind : "");
    }
    expect(emails).toEqual([
      "refund_address",
      "refund_address",
      "refund_address",
      "operator_reminder",
      "operator_reminder",
    ]);
    expect(bookingsOf(world, { name: "operator_close", note: "nobody answers" })).toEqual([
      "post adjustment 300000000",
    ]);
    expect(statusOf(world)).toBe("failed");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("of unclaimed extra money keeps the exchange, and its payout can still be returned", () => {
    const world = completed();
    go(world, final(paying(world, "b", 50_000000n, "usdt-erc20")));
    wait(world, 24 * 3600);
    expect(go(world, { name: "hold_ended" })).toBe("refund_pending refund_address_missing");
    expect(go(world, { name: "operator_close", note: "nobody answers" })).toBe("completed");
    expect(world.tasks.at(-1)).toMatchObject({ job: "email", kind: "unclaimed" });
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
    expect(go(world, returned(world))).toBe("on_hold payout_error");
  });

  test("after the exchange waits while the reserve is too low", () => {
    const world = completed();
    go(world, returned(world));
    sweep(world, "usdt-trc20");
    drain(world, "usdt-trc20");
    expect(go(world, { name: "request_refund", refund: null })).toBe("refund_pending reserve_low");
    expect(refusalOf(world, { name: "refund_started" })).toBe("invalid_transition");
    fund(world, "usdt-trc20", "tron", 1_000_000000n);
    expect(go(world, { name: "reserve_back" })).toBe("refund_pending");
    expect(send(world, "refund")).toBe("refunded");
  });
});
