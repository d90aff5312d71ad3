import { describe, expect, test } from "vitest";
import { actionsOf } from "../../actions.ts";
import { leftOf } from "../../testing/ledger-truths.ts";
import {
  awaiting,
  bookingsOf,
  completed,
  final,
  go,
  refusalOf,
  seen,
  send,
  statusOf,
  vanished,
} from "../../testing/order-story.ts";
import { drain, factsOf, fund, type OrderWorld, paying, wait } from "../../testing/order-world.ts";

const half = 30 * 60;

describe("an underpayment", () => {
  test("is held when seen, summed with further payments, and continues as quoted when complete", () => {
    const world = awaiting();
    const first = paying(world, "a", 300_000000n);
    expect(go(world, seen(first))).toBe("on_hold amount_mismatch");
    expect(world.order.condition).toBe("partial");
    wait(world, half + 600);
    expect(go(world, seen(paying(world, "b", 200_000000n)))).toBe("confirming");
    expect(go(world, final(first))).toBe("confirming");
    expect(go(world, final(paying(world, "b", 200_000000n)))).toBe("processing");
    expect(world.order).toMatchObject({ toAmount: 480_08n, received: 500_000000n });
  });

  test("below the pair's minimum offers only a top-up or a refund, no new quote", () => {
    const world = awaiting();
    expect(go(world, final(paying(world, "a", 10_000000n)))).toBe("on_hold below_minimum");
    expect(world.order.holdOffer).toBeNull();
    expect(refusalOf(world, { name: "accept_requote" })).toBe("invalid_transition");
    expect(go(world, final(paying(world, "b", 490_000000n)))).toBe("processing");
    expect(world.order.condition).toBe("multiple");
  });

  test("is refunded without a decision after a day, less the published fee", () => {
    const world = awaiting();
    go(world, final(paying(world, "a", 300_000000n)));
    wait(world, 24 * 3600);
    expect(bookingsOf(world, { name: "hold_ended" })).toEqual(["void"]);
    expect(statusOf(world)).toBe("refund_pending");
    expect(bookingsOf(world, { name: "refund_started" })).toEqual(["hold refund 299000000", "hold refund_fee 1000000"]);
    const done = { name: "refund_done", outgoingId: `${world.order.ref}-refund-1`, txId: "R1" } as const;
    expect(bookingsOf(world, { ...done, networkFee: null })).toEqual(["settle 299000000", "settle 1000000"]);
    expect(statusOf(world)).toBe("refunded");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });
});

describe("an overpayment", () => {
  test("is exchanged as quoted on request, and the surplus refunded after the payout", () => {
    const world = awaiting();
    go(world, final(paying(world, "a", 550_000000n)));
    expect(statusOf(world)).toBe("on_hold amount_mismatch");
    expect(go(world, { name: "exchange_as_quoted" })).toBe("processing");
    expect(world.order).toMatchObject({ fromAmount: 500_000000n, toAmount: 480_08n, condition: "over" });
    expect(send(world, "payout")).toBe("refund_pending");
    expect(send(world, "refund")).toBe("completed");
    expect(world.outgoing.map(({ amount }) => amount)).toEqual([480_08n, 49_000000n]);
  });

  test("is exchanged in full at the offered rate, better or worse than the locked one", () => {
    const world = awaiting();
    world.rate = "0.9700";
    go(world, seen(paying(world, "a", 550_000000n)));
    // 550 x 0.97 = 533.50, less 0.5%.
    expect(world.order.holdOffer).toMatchObject({ rate: "0.9700", fromAmount: "550000000", toAmount: "53083" });
    expect(go(world, { name: "accept_requote" })).toBe("confirming");
    expect(go(world, final(paying(world, "a", 550_000000n)))).toBe("processing");
    expect(world.order).toMatchObject({ rate: "0.9700", toAmount: 530_83n, condition: "exact" });
  });

  test("gets no full offer when the reserve is too low; the quote remains valid", () => {
    const world = awaiting();
    drain(world, "paypal-usd", 10_00n);
    go(world, final(paying(world, "a", 550_000000n)));
    expect(world.order.holdOffer).toBeNull();
    expect(go(world, { name: "exchange_as_quoted" })).toBe("processing");
  });

  test("no larger than the refund fee is kept, and the order ends", () => {
    const world = awaiting();
    go(world, final(paying(world, "a", 500_000000n)));
    go(world, final(paying(world, "b", 1_000000n)));
    expect(statusOf(world)).toBe("processing");
    expect(send(world, "payout")).toBe("completed");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });
});

describe("a wrong asset", () => {
  test("waits for the operator and is refunded in that asset, to an address of its network", () => {
    const world = awaiting();
    go(world, final(paying(world, "a", 50_000000n, "usdt-erc20")));
    expect(statusOf(world)).toBe("on_hold wrong_asset");
    expect(refusalOf(world, { name: "request_refund", refund: null })).toBe("invalid_transition");
    wait(world, 24 * 3600);
    expect(go(world, { name: "hold_ended" })).toBe("refund_pending refund_address_missing");
    const refund = { account: "0x52908400098527886E0F7030069857D2E4169EE7", memo: null };
    expect(go(world, { name: "set_refund_address", refund })).toBe("refund_pending");
    expect(send(world, "refund")).toBe("refunded");
    expect(world.outgoing).toMatchObject([{ asset: "usdt-erc20", amount: 47_000000n, account: refund.account }]);
  });

  test("beside the right one asks for a refund address only when its refund is next", () => {
    const world = awaiting();
    go(world, final(paying(world, "a", 300_000000n)), final(paying(world, "b", 50_000000n, "usdt-erc20")));
    expect(go(world, { name: "operator_refund", account: null, note: "" })).toBe("refund_pending");
    expect(actionsOf(factsOf(world))).not.toContain("set_refund_address");
    expect(send(world, "refund")).toBe("refund_pending refund_address_missing");
    expect(actionsOf(factsOf(world))).toContain("set_refund_address");
  });

  test("reversed by its network is charged to that asset's balance, and to us when already refunded", () => {
    const wrong = (world: OrderWorld) => paying(world, "a", 50_000000n, "usdt-erc20");
    const reversed = (world: OrderWorld) => {
      const { rail, railPaymentId } = wrong(world);
      return { name: "payment_reversed", rail, railPaymentId } as const;
    };
    const here = awaiting();
    go(here, final(wrong(here)));
    expect(bookingsOf(here, reversed(here))).toEqual(["forced dispute 50000000"]);
    expect(statusOf(here)).toBe("awaiting_payment");
    expect(leftOf(here.ledger, here.order.ref)).toEqual([`${here.order.ref}:1:reserve is open`]);

    const refunded = awaiting();
    go(refunded, final(wrong(refunded)), {
      name: "operator_refund",
      account: "0x52908400098527886E0F7030069857D2E4169EE7",
      note: "",
    });
    send(refunded, "refund");
    expect(go(refunded, reversed(refunded))).toBe("refunded");
    expect(leftOf(refunded.ledger, refunded.order.ref)).toEqual([]);
  });
});

describe("a payment that vanishes", () => {
  test("restores the remaining payment window, at least ten minutes", () => {
    const world = awaiting();
    wait(world, 600);
    const payment = paying(world, "a", 500_000000n);
    go(world, seen(payment));
    wait(world, 2 * 3600);
    expect(refusalOf(world, { name: "window_ended" })).toBe("invalid_transition");
    expect(go(world, vanished(payment))).toBe("awaiting_payment");
    expect(world.order.expiresAt).toEqual(new Date(world.now.getTime() + 1200_000));
    go(world, seen(paying(world, "b", 500_000000n)));
    wait(world, 1900);
    go(world, vanished(paying(world, "b", 500_000000n)));
    expect(world.order.condition).toBe("none");
    wait(world, 1200);
    expect(go(world, { name: "window_ended" })).toBe("expired");
  });

  test("seen in the last minute still restores ten minutes", () => {
    const world = awaiting();
    wait(world, half - 60);
    go(world, seen(paying(world, "a", 500_000000n)), vanished(paying(world, "a", 500_000000n)));
    expect(world.order.expiresAt).toEqual(new Date(world.now.getTime() + 600_000));
  });

  test("after being final is a loss, charged to the customer's money first", () => {
    const world = awaiting();
    go(world, final(paying(world, "a", 500_000000n)));
    const reversal = { name: "payment_reversed", rail: "tron", railPaymentId: "a" } as const;
    expect(bookingsOf(world, reversal)).toEqual([
      "post payout_hold 48008",
      "forced conversion 500000000",
      "forced dispute 500000000",
    ]);
    expect(statusOf(world)).toBe("on_hold manual_review");
    expect(go(world, { name: "operator_release", note: "gone" })).toBe("charged_back");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });
});

describe("a duplicate payment report", () => {
  test("changes nothing", () => {
    const world = awaiting();
    const payment = paying(world, "a", 500_000000n);
    go(world, seen(payment));
    expect(refusalOf(world, seen(payment))).toBe("unchanged");
    go(world, final(payment));
    expect(refusalOf(world, final(payment))).toBe("unchanged");
    expect(refusalOf(world, seen(payment))).toBe("unchanged");
    expect(refusalOf(world, vanished(payment))).toBe("invalid_transition");
  });

  test("with another amount replaces the payment and is re-evaluated", () => {
    const world = awaiting();
    const payment = paying(world, "a", 500_000000n);
    go(world, seen(payment));
    expect(go(world, seen({ ...payment, amount: 300_000000n, confirmations: 1 }))).toBe("on_hold amount_mismatch");
  });

  test("with more confirmations changes nothing", () => {
    const world = awaiting();
    const payment = paying(world, "a", 500_000000n);
    go(world, seen(payment));
    expect(refusalOf(world, seen({ ...payment, confirmations: 7 }))).toBe("unchanged");
  });
});

describe("money on an ended order", () => {
  test("can only be refunded, and the order returns to its final status", () => {
    const world = completed();
    expect(go(world, final(paying(world, "again", 500_000000n)))).toBe("on_hold amount_mismatch");
    expect(world.order).toMatchObject({ restingStatus: "completed", holdOffer: null });
    expect(refusalOf(world, { name: "exchange_as_quoted" })).toBe("invalid_transition");
    expect(go(world, { name: "request_refund", refund: null })).toBe("refund_pending");
    expect(send(world, "refund")).toBe("completed");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("that vanishes leaves the final status unchanged", () => {
    const world = completed();
    const again = paying(world, "again", 500_000000n);
    expect(go(world, seen(again), vanished(again))).toBe("completed");
  });
});

test("an order without reserve waits, and continues when it is available", () => {
  const world = awaiting();
  wait(world, half);
  go(world, { name: "window_ended" });
  drain(world, "paypal-usd");
  expect(go(world, seen(paying(world, "a", 500_000000n)))).toBe("on_hold reserve_low");
  expect(refusalOf(world, { name: "reserve_back" })).toBe("unchanged");
  fund(world, "paypal-usd", "paypal", 1_000_00n);
  expect(go(world, { name: "reserve_back" })).toBe("confirming");
});

describe("a payment that its payer sent again with a higher fee", () => {
  const again = (world: OrderWorld) => ({
    ...paying(world, "b", 500_000000n),
    replaces: paying(world, "a", 1n).railPaymentId,
  });

  test("keeps time and rate of the one that it stands for, whether that is reported as gone before or not", () => {
    for (const before of [[], [vanished(paying(awaiting(), "a", 500_000000n))]]) {
      const world = awaiting();
      go(world, seen(paying(world, "a", 500_000000n)));
      const [first] = world.payments;
      const { seenAt, onTime, rateAtSight } = { ...first };
      wait(world, 3600);
      go(world, ...before, seen(again(world)));
      expect(world.payments).toMatchObject([{ status: "vanished" }, { status: "seen", seenAt, onTime, rateAtSight }]);
      expect(go(world, final(again(world)))).toBe("processing");
    }
  });

  test("counts as a payment of its own where the one it names is final, or nobody has seen it", () => {
    const world = awaiting();
    go(world, final(paying(world, "a", 250_000000n)), seen(again(world)));
    expect(world.payments).toMatchObject([{ status: "final" }, { status: "seen" }]);
    const unseen = awaiting();
    expect(go(unseen, final(again(unseen)))).toBe("processing");
    expect(unseen.payments).toHaveLength(1);
  });
});
