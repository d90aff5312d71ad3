import { describe, expect, test } from "vitest";
import { accounts } from "../../../../ledger/rules/booking.ts";
import { leftOf } from "../../testing/ledger-truths.ts";
import { awaiting, bookingsOf, completed, final, go, invoiced, send, statusOf } from "../../testing/order-story.ts";
import { type OrderWorld, paying } from "../../testing/order-world.ts";
import { failed, first, returned, sending } from "../../testing/payout-story.ts";
import { posted } from "../../testing/reference-ledger.ts";

describe("a payout whose payment was reversed", () => {
  const reversed = { name: "payment_reversed", rail: "tron", railPaymentId: "a" } as const;
  const done = (world: OrderWorld) =>
    ({ name: "payout_done", outgoingId: first(world), txId: "t", networkFee: null }) as const;
  /** Paid in two parts; the network reverses the first: 200 of 500. */
  function partlyReversed(): OrderWorld {
    const world = awaiting();
    go(world, final(paying(world, "a", 200_000000n)), final(paying(world, "b", 300_000000n)));
    go(world, { name: "payout_started" });
    return world;
  }
  const ours = (world: OrderWorld, asset: string) => posted(world.ledger, accounts.reserve(asset));

  test("that fails returns the money to us", () => {
    const world = sending();
    const before = ours(world, "usdt-trc20");
    go(world, reversed);
    expect(bookingsOf(world, failed(world))).toEqual([
      "void",
      "post payout_hold 48008",
      "forced conversion 500000000",
      "post dispute 500000000",
    ]);
    expect(statusOf(world)).toBe("charged_back");
    // The exchange had moved the payment to the reserve; the loss takes it out again.
    expect(ours(world, "usdt-trc20")).toBe(before - 500_000000n);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("that is returned goes to the reserve, not to the customer", () => {
    const world = sending();
    const before = ours(world, "paypal-usd");
    go(world, reversed, done(world));
    expect(go(world, returned(world))).toBe("completed");
    expect(ours(world, "paypal-usd")).toBe(before + 480_08n);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("in part: a returned payout covers that loss first, the rest is refunded", () => {
    const world = partlyReversed();
    const before = ours(world, "usdt-trc20");
    go(world, done(world), reversed);
    expect(ours(world, "usdt-trc20")).toBe(before - 200_000000n);
    expect(bookingsOf(world, returned(world))).toEqual([
      "forced payout_returned 48008",
      // Two fifths, rounded up.
      "post payout_hold 19204",
      "forced conversion 200000000",
      "post dispute 200000000",
    ]);
    expect(statusOf(world)).toBe("on_hold payout_error");
    go(world, { name: "request_refund", refund: null });
    expect(send(world, "refund")).toBe("refunded");
    expect(world.outgoing.at(-1)).toMatchObject({ kind: "refund", amount: 299_000000n });
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("ends with the same sums in either order of events", () => {
    const [lossFirst, returnFirst] = [partlyReversed(), partlyReversed()];
    go(lossFirst, done(lossFirst), reversed, returned(lossFirst));
    go(returnFirst, done(returnFirst), returned(returnFirst), reversed);
    for (const world of [lossFirst, returnFirst]) {
      go(world, { name: "request_refund", refund: null });
      expect(send(world, "refund")).toBe("refunded");
    }
    for (const asset of ["usdt-trc20", "paypal-usd"]) expect(ours(lossFirst, asset)).toBe(ours(returnFirst, asset));
  });

  test("in part: a failed or partly returned payout can be sent again for the rest", () => {
    const failing = partlyReversed();
    go(failing, reversed, failed(failing));
    expect(go(failing, { name: "operator_release", note: "again" })).toBe("processing");
    expect(send(failing, "payout")).toBe("completed");
    expect(failing.order.sent).toBe(288_04n);

    const partly = partlyReversed();
    go(partly, done(partly), reversed, { ...returned(partly), amount: 400_08n });
    expect(go(partly, { name: "operator_release", note: "again" })).toBe("processing");
    expect(send(partly, "payout")).toBe("completed");
    expect(partly.order.sent).toBe(288_04n);
    expect(leftOf(partly.ledger, partly.order.ref)).toEqual([]);
  });

  test("by a refund at the rail is not owed a second time", () => {
    const world = sending();
    const refund = { name: "refunded_at_rail", rail: "tron", refundId: "r", railPaymentId: "a" } as const;
    go(world, { ...refund, amount: 500_000000n });
    expect(go(world, failed(world))).toBe("refunded");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("in part by a lost dispute: after a return the rest belongs to the customer", () => {
    const world = completed(invoiced());
    const before = ours(world, "paypal-usd");
    go(world, { name: "dispute_opened", caseId: "PP-1", rail: "paypal", amount: 40_00n });
    go(world, { name: "dispute_lost", caseId: "PP-1" });
    expect(statusOf(world)).toBe("charged_back");
    expect(go(world, returned(world))).toBe("on_hold payout_error");
    expect(go(world, { name: "request_refund", refund: null })).toBe("refund_pending");
    expect(send(world, "refund")).toBe("charged_back");
    expect(world.outgoing.at(-1)).toMatchObject({ kind: "refund", amount: 60_00n });
    expect(ours(world, "paypal-usd")).toBe(before - 100_00n);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });
});

describe("a refund whose payment was reversed meanwhile", () => {
  function refunding(): OrderWorld {
    const world = invoiced();
    const ask = { name: "request_refund", refund: null } as const;
    go(world, final(paying(world, "p", 30_00n)), ask, { name: "refund_started" });
    return world;
  }
  const reversed = { name: "payment_reversed", rail: "paypal", railPaymentId: "p" } as const;
  const failed = (world: OrderWorld) =>
    ({
      name: "refund_failed",
      outgoingId: `${world.order.ref}-refund-1`,
      reason: "refused",
      networkFee: null,
    }) as const;

  test("that fails ends the order as refunded, when all that is left of its payments was refunded before", () => {
    const world = invoiced();
    const ask = { name: "request_refund", refund: null } as const;
    go(world, final(paying(world, "first", 30_00n)), ask);
    send(world, "refund");
    go(world, final(paying(world, "p", 20_00n)), ask, { name: "refund_started" }, reversed);
    const { id = "" } = world.outgoing.at(-1) ?? {};
    const refusal = { name: "refund_failed", outgoingId: id, reason: "refused", networkFee: null } as const;
    expect(go(world, refusal)).toBe("refunded");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("that fails covers the loss and ends the order", () => {
    const world = refunding();
    const before = posted(world.ledger, accounts.reserve("paypal-usd"));
    go(world, reversed);
    expect(posted(world.ledger, accounts.reserve("paypal-usd"))).toBe(before - 30_00n);
    expect(bookingsOf(world, failed(world))).toEqual(["void", "post dispute 3000"]);
    expect(statusOf(world)).toBe("charged_back");
    expect(posted(world.ledger, accounts.reserve("paypal-usd"))).toBe(before);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("in a wrong asset is handled the same; a completed order stays completed", () => {
    const wrong = (world: OrderWorld) => paying(world, "w", 50_000000n, "usdt-erc20");
    const ours = (world: OrderWorld) => posted(world.ledger, accounts.reserve("usdt-erc20"));
    for (const [story, end] of [
      [awaiting, "charged_back"],
      [completed, "completed"],
    ] as const) {
      const world = story();
      const before = ours(world);
      const back = {
        name: "operator_refund",
        account: "0x52908400098527886E0F7030069857D2E4169EE7",
        note: "",
      } as const;
      go(world, final(wrong(world)), back, { name: "refund_started" });
      const { rail, railPaymentId } = wrong(world);
      go(world, { name: "payment_reversed", rail, railPaymentId });
      expect(ours(world)).toBe(before - 50_000000n);
      expect(go(world, failed(world))).toBe(end);
      expect(ours(world)).toBe(before);
      expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
    }
  });
});
