import { describe, expect, test } from "vitest";
import { leftOf } from "../testing/ledger-truths.ts";
import { awaiting, bookingsOf, final, go, refusalOf, seen, send, statusOf } from "../testing/order-story.ts";
import { drain, execute, executeTransfer, paying, paypalToUsdt, wait, worldOf } from "../testing/order-world.ts";

describe("a normal order", () => {
  test("is executed, paid, exchanged and paid out, with empty ledger accounts", () => {
    const world = worldOf();
    const payment = paying(world, "tx1", 500_000000n);
    expect(bookingsOf(world, execute)).toEqual(["hold payout_hold 48008"]);
    expect(bookingsOf(world, seen(payment))).toEqual([]);
    expect(statusOf(world)).toBe("confirming");
    expect(bookingsOf(world, final(payment))).toEqual([
      "post payin 500000000",
      "post conversion 500000000",
      "settle 48008",
    ]);
    expect(statusOf(world)).toBe("processing");
    expect(bookingsOf(world, { name: "payout_started" })).toEqual(["hold payout 48008"]);
    const done = { name: "payout_done", outgoingId: `${world.order.ref}-payout-1`, txId: "P1" } as const;
    const networkFee = { asset: "usdt-erc20", amount: 12n };
    expect(bookingsOf(world, { ...done, networkFee })).toEqual(["settle 48008", "forced network_fee 12"]);
    expect(statusOf(world)).toBe("completed");
    expect(world.order).toMatchObject({ condition: "exact", received: 500_000000n, sent: 480_08n });
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("emails the customer when created, seen, paid and sent", () => {
    const world = awaiting();
    const payment = paying(world, "tx1", 500_000000n);
    go(world, seen(payment), final(payment));
    send(world, "payout");
    const emails = world.tasks.flatMap((task) => (task.job === "email" ? [task.kind] : []));
    expect(emails).toEqual(["created", "payment_seen", "paid", "completed"]);
  });

  test("books the rail's fee as our cost, not the customer's", () => {
    const world = awaiting();
    const payment = { ...paying(world, "tx1", 500_000000n), railFee: 3_000000n };
    expect(bookingsOf(world, final(payment))).toContain("forced rail_fee 3000000");
    expect(world.order.toAmount).toBe(480_08n);
  });

  test.each([
    ["more by less than the tolerance", 502_000000n, 482_00n],
    ["less by less than the tolerance", 498_000000n, 478_16n],
  ])("pays out for the received amount at the locked rate: %s", (_, amount, arrives) => {
    const world = awaiting();
    go(world, final(paying(world, "tx1", amount)));
    expect(statusOf(world)).toBe("processing");
    expect(world.order.toAmount).toBe(arrives);
  });
});

describe("execute", () => {
  test("is idempotent", () => {
    const world = awaiting();
    expect(refusalOf(world, execute)).toBe("unchanged");
  });

  test("is refused after the quote has expired", () => {
    const world = worldOf();
    wait(world, 15 * 60);
    expect(refusalOf(world, execute)).toBe("quote_expired");
  });

  test("is refused while the pair is paused, or details or consents are missing", () => {
    const world = worldOf();
    world.isPairActive = false;
    expect(refusalOf(world, execute)).toBe("pair_paused");
    world.order = { ...world.order, acceptedAt: null };
    expect(refusalOf(world, execute)).toBe("invalid_transition");
  });

  test("is refused when the reserve is too low", () => {
    const world = worldOf();
    drain(world, "paypal-usd", 480_07n);
    expect(refusalOf(world, execute)).toBe("reserve_insufficient");
  });
});

describe("an unpaid order", () => {
  test("can be cancelled, idempotently, and releases its hold", () => {
    const world = awaiting();
    expect(bookingsOf(world, { name: "cancel" })).toEqual(["void"]);
    expect(statusOf(world)).toBe("cancelled");
    expect(refusalOf(world, { name: "cancel" })).toBe("unchanged");
  });

  test("expires exactly when its payment window ends", () => {
    const world = awaiting();
    wait(world, 30 * 60 - 1);
    expect(refusalOf(world, { name: "window_ended" })).toBe("unchanged");
    wait(world, 1);
    expect(go(world, { name: "window_ended" })).toBe("expired");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("cannot be cancelled after a payment was seen", () => {
    const world = awaiting();
    go(world, seen(paying(world, "tx1", 500_000000n)));
    expect(refusalOf(world, { name: "cancel" })).toBe("invalid_transition");
  });

  test("expires a day after the last change as a draft", () => {
    const world = worldOf();
    expect(refusalOf(world, { name: "draft_ended" })).toBe("unchanged");
    wait(world, 24 * 3600);
    expect(go(world, { name: "draft_ended" })).toBe("expired");
  });
});

describe("a payment that only its payer can see", () => {
  test("can be reported and matched for a day, at the rate of the first ninety minutes", () => {
    const world = worldOf(paypalToUsdt);
    go(world, executeTransfer);
    const report = { name: "report_payment", transactionId: "T1", payerAccount: "payer@mail.com" } as const;
    expect(go(world, report)).toBe("payment_reported");
    expect(refusalOf(world, report)).toBe("unchanged");
    expect(world.tasks.at(-1)).toEqual({ job: "email", kind: "operator_reported" });
    expect(go(world, final(paying(world, "T1", 100_00n)))).toBe("processing");
  });

  test("that is not matched expires after a day, its rate long before", () => {
    const world = worldOf(paypalToUsdt);
    go(world, executeTransfer, { name: "report_payment", transactionId: null, payerAccount: null });
    wait(world, 5400);
    expect(bookingsOf(world, { name: "rate_ended" })).toEqual(["void"]);
    wait(world, 24 * 3600);
    expect(go(world, { name: "window_ended" })).toBe("expired");
  });

  test("cannot be reported where we detect payments ourselves", () => {
    const report = { name: "report_payment", transactionId: "T1", payerAccount: null } as const;
    expect(refusalOf(awaiting(), report)).toBe("invalid_transition");
  });
});
