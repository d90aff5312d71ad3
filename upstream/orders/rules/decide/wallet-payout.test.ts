import { describe, expect, test } from "vitest";
import { defaultPolicy } from "../policy.ts";
import { leftOf, violations } from "../testing/ledger-truths.ts";
import { final, go, refusalOf, statusOf } from "../testing/order-story.ts";
import { deposit, inWallet, owned, owner } from "../testing/order-wallets.ts";
import {
  drain,
  execute,
  executeInvoice,
  moveOutOfReach,
  type OrderWorld,
  paying,
  paypalToUsdt,
  wait,
  worldOf,
} from "../testing/order-world.ts";
import { bookInto, posted } from "../testing/reference-ledger.ts";

const usdt = "usdt-trc20";

/** Moves what waits into the wallet, as its job does; returns the order's status. */
function move(world: OrderWorld, kind: "payout" | "refund"): string {
  go(world, { name: `${kind}_started` });
  const moving = world.outgoing.find(({ status }) => status === "sending");
  expect(moving).toMatchObject({ rail: "wallet", account: owner, fee: 0n });
  return go(world, { name: `${kind}_done`, outgoingId: moving?.id ?? "", txId: moving?.id ?? "", networkFee: null });
}

/** 100 dollars by invoice, and 95.0225 USDT of it in the wallet. */
function paidIntoWallet(): OrderWorld {
  const world = owned(worldOf(paypalToUsdt), { payoutToWallet: true, payoutAccount: null });
  go(world, executeInvoice, final(paying(world, "p", 100_00n)));
  move(world, "payout");
  return world;
}

describe("a payout into the owner's wallet", () => {
  test("is booked there, although its rail has nothing, and the order is complete", () => {
    const world = owned(worldOf(paypalToUsdt), { payoutToWallet: true, payoutAccount: null });
    go(world, executeInvoice, final(paying(world, "p", 100_00n)));
    moveOutOfReach(world, usdt, "tron");
    expect(move(world, "payout")).toBe("completed");
    expect(inWallet(world, usdt)).toBe(95_022500n);
    expect([...leftOf(world.ledger, world.order.ref), ...violations(world.ledger)]).toEqual([]);
  });

  test("does not fail and does not come back", () => {
    const world = paidIntoWallet();
    const outgoingId = world.outgoing[0]?.id ?? "";
    expect(refusalOf(world, { name: "payout_returned", outgoingId, amount: null })).toBe("invalid_transition");
  });

  test("waits for an account where the owner has no wallet any more", () => {
    const world = owned(worldOf(paypalToUsdt), { payoutToWallet: true, payoutAccount: null });
    go(world, executeInvoice, final(paying(world, "p", 100_00n)));
    world.order.ownerId = null;
    expect(go(world, { name: "payout_started" })).toBe("on_hold payout_error");
    const account = "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb";
    expect(go(world, { name: "set_payout_account", account }, { name: "payout_started" })).toBe("sending");
    expect(world.outgoing).toMatchObject([{ rail: "tron", account }]);
  });
});

describe("a payment that is taken back after the payout went into the wallet", () => {
  const lose = (world: OrderWorld, caseId: string, amount: bigint | null = null) =>
    go(world, { name: "dispute_opened", rail: "paypal", caseId, amount }, { name: "dispute_lost", caseId });

  test("is paid back from the wallet", () => {
    const world = paidIntoWallet();
    const reserve = posted(world.ledger, `reserve:${usdt}`);
    expect(lose(world, "c")).toBe("charged_back");
    expect(inWallet(world, usdt)).toBe(0n);
    expect(posted(world.ledger, `reserve:${usdt}`)).toBe(reserve + 95_022500n);
    expect(world.owed).toBe(0n);
    expect(violations(world.ledger)).toEqual([]);
  });

  test("becomes a debt as far as the wallet does not reach", () => {
    const world = paidIntoWallet();
    spend(world, 90_000000n);
    lose(world, "c");
    expect([inWallet(world, usdt), world.owed]).toEqual([0n, 90_000000n]);
  });

  test("in parts takes back the same parts, and never more than the payout", () => {
    const world = paidIntoWallet();
    deposit(world, usdt, 50_000000n);
    lose(world, "one", 40_00n);
    expect(inWallet(world, usdt)).toBe(95_022500n + 50_000000n - 38_009000n);
    lose(world, "two", 60_00n);
    expect(inWallet(world, usdt)).toBe(50_000000n);
    const gone = {
      name: "refunded_at_rail",
      rail: "paypal",
      refundId: "r",
      railPaymentId: "p",
      amount: 100_00n,
    } as const;
    go(world, gone);
    expect([inWallet(world, usdt), world.owed]).toEqual([50_000000n, 0n]);
  });

  test("rounds what is taken back up, and all parts together take back the payout and no more", () => {
    const world = paidIntoWallet();
    deposit(world, usdt, 50_000000n);
    lose(world, "one", 33_33n);
    // 95.0225 x 33.33 % is 31.67099925.
    expect(inWallet(world, usdt)).toBe(95_022500n + 50_000000n - 31_671000n);
    lose(world, "two", 66_67n);
    expect(inWallet(world, usdt)).toBe(50_000000n);
  });

  test("takes nothing from a wallet where the dispute is won", () => {
    const world = paidIntoWallet();
    go(
      world,
      { name: "dispute_opened", rail: "paypal", caseId: "c", amount: null },
      { name: "dispute_won", caseId: "c" },
    );
    expect(inWallet(world, usdt)).toBe(95_022500n);
  });
});

describe("a refund into the owner's wallet", () => {
  test("is whole, without a fee, and needs nothing at the rail", () => {
    const world = owned(worldOf(), { refundToWallet: true, refundAccount: null });
    go(world, execute, final(paying(world, "a", 300_000000n)), { name: "request_refund", refund: null });
    moveOutOfReach(world, usdt, "tron");
    expect(move(world, "refund")).toBe("refunded");
    expect(inWallet(world, usdt)).toBe(300_000000n);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("is where an order that was paid from a wallet is refunded, whatever address it names", () => {
    const world = owned(worldOf());
    deposit(world, usdt, 500_000000n);
    if (execute.name !== "execute") return;
    go(world, { ...execute, payin: { ...execute.payin, method: "balance", address: null } });
    go(world, final({ ...paying(world, world.order.ref, 500_000000n), rail: "wallet" }));
    drain(world, "paypal-usd");
    moveOutOfReach(world, "paypal-usd", "paypal");
    expect(go(world, { name: "payout_started" })).toBe("on_hold reserve_low");
    wait(world, defaultPolicy.holdSeconds + 1);
    expect(go(world, { name: "hold_ended" })).toBe("refund_pending");
    expect(move(world, "refund")).toBe("refunded");
    expect([inWallet(world, usdt), statusOf(world)]).toEqual([500_000000n, "refunded"]);
  });
});

/** The member has used money of the wallet. */
function spend(world: OrderWorld, amount: bigint): void {
  const movement = { debit: `member:${owner}:${usdt}`, credit: `assets:tron:${usdt}`, asset: usdt, amount };
  bookInto(world.ledger, [{ do: "forced", id: "spent", ...movement, code: "withdrawal" }]);
}
