import { describe, expect, test } from "vitest";
import { cashbackFaults } from "../testing/cashback-truths.ts";
import { leftOf, violations } from "../testing/ledger-truths.ts";
import { final, go } from "../testing/order-story.ts";
import { inWallet, owned, owner, withCashback } from "../testing/order-wallets.ts";
import {
  drain,
  execute,
  executeInvoice,
  type OrderWorld,
  paying,
  paypalToUsdt,
  sweep,
  worldOf,
} from "../testing/order-world.ts";
import { bookInto, posted } from "../testing/reference-ledger.ts";

const usdt = "usdt-trc20";

const done = (world: OrderWorld, kind: "payout" | "refund" = "payout") => {
  const outgoingId = world.outgoing.find(({ status }) => status === "sending")?.id ?? "";
  return go(world, { name: `${kind}_done`, outgoingId, txId: `tx${world.order.version}`, networkFee: null });
};

/** 100 dollars by invoice for 95.0225 USDT: two percent are 1.90045. */
function paidWithInvoice(): OrderWorld {
  const world = owned(worldOf(paypalToUsdt));
  withCashback(world);
  go(world, executeInvoice, final(paying(world, "p", 100_00n)), { name: "payout_started" });
  done(world);
  return world;
}

/** 500 USDT to PayPal: two percent of what was sent. */
function paidInUsdt(): OrderWorld {
  const world = owned(worldOf());
  withCashback(world);
  go(world, execute, final(paying(world, "a", 500_000000n)), { name: "payout_started" });
  return world;
}

const sound = (world: OrderWorld) => expect([...violations(world.ledger), ...cashbackFaults(world)]).toEqual([]);

describe("cashback", () => {
  test("is credited when the order completes, not before, from the reserve", () => {
    const world = paidInUsdt();
    expect(inWallet(world, usdt)).toBe(0n);
    const reserve = posted(world.ledger, `reserve:${usdt}`);
    expect(done(world)).toBe("completed");
    expect(inWallet(world, usdt)).toBe(10_000000n);
    expect(posted(world.ledger, `reserve:${usdt}`)).toBe(reserve - 10_000000n);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
    sound(world);
  });

  test("is of the payout where that is what a wallet holds", () => {
    expect(inWallet(paidWithInvoice(), usdt)).toBe(1_900450n);
  });

  test("is credited once, although the order completes twice", () => {
    const world = paidInUsdt();
    done(world);
    const outgoingId = world.outgoing[0]?.id ?? "";
    go(world, { name: "payout_returned", outgoingId, amount: null });
    go(world, { name: "set_payout_account", account: "other@mail.com" }, { name: "payout_started" });
    expect(done(world)).toBe("completed");
    expect(inWallet(world, usdt)).toBe(10_000000n);
    sound(world);
  });

  test("does not keep an order from completing while the reserve is low: the shortfall bears it", () => {
    const world = paidInUsdt();
    sweep(world, usdt);
    drain(world, usdt, 4_000000n);
    expect(done(world)).toBe("completed");
    expect([inWallet(world, usdt), posted(world.ledger, `shortfall:${usdt}`)]).toEqual([10_000000n, 6_000000n]);
    sound(world);
  });

  test("is not credited to an owner without an account any more", () => {
    const world = paidInUsdt();
    world.order.ownerId = null;
    expect(done(world)).toBe("completed");
    expect(inWallet(world, usdt)).toBe(0n);
  });
});

describe("cashback of a payment that is taken back", () => {
  const lose = (world: OrderWorld, caseId: string, amount: bigint | null = null) =>
    go(world, { name: "dispute_opened", rail: "paypal", caseId, amount }, { name: "dispute_lost", caseId });

  test("comes back from the wallet, in parts as the payment does", () => {
    const world = paidWithInvoice();
    lose(world, "one", 40_00n);
    expect(inWallet(world, usdt)).toBe(1_140270n);
    lose(world, "two", 60_00n);
    expect([inWallet(world, usdt), world.owedOfCashback]).toEqual([0n, 0n]);
    sound(world);
  });

  test("becomes a debt as far as the wallet does not reach", () => {
    const world = paidWithInvoice();
    const spent = { debit: `member:${owner}:${usdt}`, credit: `assets:tron:${usdt}`, asset: usdt, amount: 1_500000n };
    bookInto(world.ledger, [{ do: "forced", id: "spent", ...spent, code: "withdrawal" }]);
    expect(lose(world, "c")).toBe("charged_back");
    expect([inWallet(world, usdt), world.owedOfCashback]).toEqual([0n, 1_500000n]);
    sound(world);
  });

  test("stays where the dispute is won", () => {
    const world = paidWithInvoice();
    go(world, { name: "dispute_opened", rail: "paypal", caseId: "c", amount: null });
    go(world, { name: "dispute_won", caseId: "c" });
    expect(inWallet(world, usdt)).toBe(1_900450n);
  });

  test("comes back when the payout returned and the customer was refunded", () => {
    const world = paidInUsdt();
    done(world);
    go(world, { name: "payout_returned", outgoingId: world.outgoing[0]?.id ?? "", amount: null });
    go(world, { name: "operator_refund", account: null, note: "n" }, { name: "refund_started" });
    expect(done(world, "refund")).toBe("refunded");
    expect(inWallet(world, usdt)).toBe(0n);
    sound(world);
  });
});
