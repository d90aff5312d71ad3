import { describe, expect, test } from "vitest";
import { accounts } from "../../../ledger/rules/booking.ts";
import { leftOf } from "../testing/ledger-truths.ts";
import { awaiting, completed, final, go, refusalOf, send } from "../testing/order-story.ts";
import { type OrderWorld, paying, sweep } from "../testing/order-world.ts";
import { failed, first, returned, sending } from "../testing/payout-story.ts";
import { posted } from "../testing/reference-ledger.ts";

const release = { name: "operator_release", note: "the customer gave one back" } as const;
const sentAfterAll = (world: OrderWorld) =>
  ({ name: "payout_done", outgoingId: first(world), txId: "late", networkFee: null }) as const;
const reserveOf = (world: OrderWorld) => posted(world.ledger, accounts.reserve("paypal-usd"));

/** The first payout was reported as failed, and the customer has named another account. */
function secondAttempt(): OrderWorld {
  const world = sending();
  go(world, failed(world), { name: "set_payout_account", account: "right@mail.com" });
  return world;
}

describe("a payout sent although it was reported as failed", () => {
  test("is the payout, if no other was begun", () => {
    const world = sending();
    go(world, failed(world));
    expect(go(world, sentAfterAll(world))).toBe("completed");
    expect(world.order.sent).toBe(480_08n);
    expect(world.outgoing).toMatchObject([{ status: "sent", railTxId: "late", alarm: null }]);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
    expect(refusalOf(world, sentAfterAll(world))).toBe("unchanged");
  });

  test("leaves nothing for the second one, which was queued already", () => {
    const world = secondAttempt();
    expect(go(world, sentAfterAll(world))).toBe("completed");
    expect(refusalOf(world, { name: "payout_started" })).toBe("invalid_transition");
  });

  test("is a loss after the second one: booked from the reserve, held for the operator until released", () => {
    const world = secondAttempt();
    send(world, "payout");
    const before = reserveOf(world);
    expect(go(world, sentAfterAll(world))).toBe("on_hold manual_review");
    expect(before - reserveOf(world)).toBe(480_08n);
    expect(world.order.sent).toBe(960_16n);
    expect(world.outgoing[0]).toMatchObject({ status: "sent", alarm: "sent_after_failure" });
    expect(world.tasks).toContainEqual({ job: "email", kind: "operator_hold" });
    expect(go(world, release)).toBe("completed");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("during the second one waits for its end, and is held then", () => {
    const world = secondAttempt();
    go(world, { name: "payout_started" });
    expect(go(world, sentAfterAll(world))).toBe("sending");
    const second = { ...sentAfterAll(world), outgoingId: `${world.order.ref}-payout-2`, txId: "second" };
    expect(go(world, second)).toBe("on_hold manual_review");
    expect(go(world, release)).toBe("completed");
  });

  test("and returned during the second one repays the reserve, and the end of the second one decides", () => {
    const outgoingId = `${awaiting().order.ref}-payout-2`;
    const done = { name: "payout_done", outgoingId, txId: "second", networkFee: null } as const;
    const notSent = { name: "payout_failed", outgoingId, reason: "closed", networkFee: null } as const;
    for (const [amount, event, end, lost] of [
      [null, done, "completed", 0n],
      [100_00n, done, "on_hold manual_review", 380_08n],
      [null, notSent, "on_hold payout_error", 0n],
    ] as const) {
      const world = secondAttempt();
      const before = reserveOf(world);
      go(world, { name: "payout_started" }, sentAfterAll(world));
      expect(go(world, { ...returned(world), amount })).toBe("sending");
      expect(before - reserveOf(world)).toBe(lost);
      expect(go(world, event)).toBe(end);
      expect(before - reserveOf(world)).toBe(lost);
    }
  });

  test("is repaid by the second one if that fails or is returned", () => {
    const outgoingId = `${awaiting().order.ref}-payout-2`;
    for (const end of [
      { name: "payout_failed", outgoingId, reason: "closed", networkFee: null },
      { name: "payout_returned", outgoingId, amount: null },
    ] as const) {
      const world = secondAttempt();
      const before = reserveOf(world);
      go(world, { name: "payout_started" }, sentAfterAll(world));
      expect(go(world, end)).toBe("on_hold manual_review");
      expect([reserveOf(world), world.order.sent]).toEqual([before, 480_08n]);
      expect(go(world, release)).toBe("completed");
      expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
    }
  });

  test("makes the exchange again that was reversed for a refund", () => {
    const world = sending();
    go(world, failed(world), { name: "request_refund", refund: null });
    const before = reserveOf(world);
    expect(go(world, sentAfterAll(world))).toBe("completed");
    expect(before - reserveOf(world)).toBe(480_08n);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
    expect(refusalOf(world, { name: "refund_started" })).toBe("invalid_transition");
    expect(go(world, returned(world))).toBe("on_hold payout_error");
  });
});

describe("a refund sent although it was reported as failed", () => {
  function failedRefund(): OrderWorld {
    const world = awaiting();
    go(world, final(paying(world, "a", 300_000000n)), { name: "request_refund", refund: null });
    go(world, { name: "refund_started" });
    go(world, { name: "refund_failed", outgoingId: `${world.order.ref}-refund-1`, reason: "x", networkFee: null });
    return world;
  }
  const late = (world: OrderWorld) =>
    ({ name: "refund_done", outgoingId: `${world.order.ref}-refund-1`, txId: "late", networkFee: null }) as const;

  test("is the refund, with its fee", () => {
    const world = failedRefund();
    const reserve = () => posted(world.ledger, accounts.reserve("usdt-trc20"));
    const before = reserve();
    expect(go(world, late(world))).toBe("refunded");
    expect(reserve() - before).toBe(1_000000n);
    sweep(world, "usdt-trc20");
    expect(posted(world.ledger, accounts.rail("tron", "usdt-trc20"))).toBe(1_000_000_000000n + 1_000000n);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("after the second one is a loss that the operator sees", () => {
    const world = failedRefund();
    go(world, { name: "operator_refund", account: null, note: "again" });
    send(world, "refund");
    expect(go(world, late(world))).toBe("on_hold manual_review");
    expect(go(world, release)).toBe("refunded");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });
});

describe("another transaction for a transfer that was sent", () => {
  test("holds the order for the operator once, and books nothing", () => {
    const world = completed();
    const before = world.ledger.transfers.length;
    expect(go(world, sentAfterAll(world))).toBe("on_hold manual_review");
    expect(world.ledger.transfers).toHaveLength(before);
    expect(world.outgoing[0]).toMatchObject({ railTxId: "tx-payout", otherTxId: "late", alarm: "other_transaction" });
    expect(go(world, release)).toBe("completed");
    expect(refusalOf(world, sentAfterAll(world))).toBe("unchanged");
  });
});
