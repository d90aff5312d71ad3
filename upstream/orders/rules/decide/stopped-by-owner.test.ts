import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDecision } from "../decide.ts";
import { machine } from "../machine-table.ts";
import { orderEvents } from "../order-event.ts";
import { worldWithGas } from "../testing/gas-world.ts";
import { leftOf, violations } from "../testing/ledger-truths.ts";
import { particulars, pick } from "../testing/order-particulars.ts";
import { go, refusalOf, send, statusOf } from "../testing/order-story.ts";
import { beginWithWallet, inWallet, owned } from "../testing/order-wallets.ts";
import { apply, drain, execute, fund, type OrderWorld, paying, usdtToPaypal, worldOf } from "../testing/order-world.ts";
import { seed } from "../testing/seed.ts";

const asset = "usdt-trc20";

/** Paid from the owner's wallet; the payout is not asked for yet. */
function paid(): OrderWorld {
  const world = worldWithGas(usdtToPaypal);
  for (const event of beginWithWallet(world, 3)) apply(world, event);
  return world;
}

const sendingId = ({ outgoing }: OrderWorld) => outgoing.find(({ status }) => status === "sending")?.id ?? null;
const stop = (world: OrderWorld) => apply(world, { name: "stopped_by_owner", outgoingId: sendingId(world) });

describe("an order paid from the wallet of an account that is frozen", () => {
  test.each([
    ["before its payout is asked for", () => {}],
    ["while the payout guard has it", (world: OrderWorld) => go(world, { name: "payout_started" })],
    [
      "while it waits for the reserve",
      (world: OrderWorld) => {
        drain(world, "paypal-usd");
        go(world, { name: "payout_started" });
      },
    ],
  ])("%s gives the whole amount back to the wallet", (_, before) => {
    const world = paid();
    const whole = inWallet(world, asset) + world.order.fromAmount;
    before(world);
    expect(isDecision(stop(world))).toBe(true);
    expect(statusOf(world)).toBe("refund_pending");
    expect(send(world, "refund")).toBe("refunded");
    expect(inWallet(world, asset)).toBe(whole);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
    expect(violations(world.ledger)).toEqual([]);
  });

  test("stays as it is when its payout was sent, or is not the one that the guard has ended", () => {
    const world = paid();
    go(world, { name: "payout_started" });
    expect(refusalOf(world, { name: "stopped_by_owner", outgoingId: null })).toBe("invalid_transition");
    expect(refusalOf(world, { name: "stopped_by_owner", outgoingId: "another" })).toBe("invalid_transition");
    go(world, { name: "payout_done", outgoingId: sendingId(world) ?? "", txId: "t", networkFee: null });
    expect(refusalOf(world, { name: "stopped_by_owner", outgoingId: null })).toBe("invalid_transition");
  });

  test.each(["aml_check", "manual_review"] as const)("stays on hold while our team looks at it (%s)", (reason) => {
    const world = paid();
    go(world, { name: "operator_hold", reason, note: "n" });
    expect(refusalOf(world, { name: "stopped_by_owner", outgoingId: null })).toBe("invalid_transition");
  });

  test("is not stopped when its payout stays in the owner's wallets, or when it was not paid from one", () => {
    const inside = paid();
    inside.order.payoutToWallet = true;
    expect(refusalOf(inside, { name: "stopped_by_owner", outgoingId: null })).toBe("invalid_transition");
    const outside = owned(worldOf());
    go(outside, execute, { name: "payment_final", payment: paying(outside, "p", outside.order.fromAmount) });
    expect(refusalOf(outside, { name: "stopped_by_owner", outgoingId: null })).toBe("invalid_transition");
  });
});

/** No rail can take back, add to or dispute what was paid from a wallet. */
const possible = orderEvents.filter((name) => !/^(payment_|refunded_at|dispute_|invoice_|review_)/.test(name));
const dice = fc.record({ what: fc.nat(9999), one: fc.nat(9999), two: fc.nat(9999) });

test("whatever happened before, a stop gives back all that was not sent, and never more than was paid", () => {
  let stops = 0;
  fc.assert(
    fc.property(fc.array(dice, { maxLength: 12 }), (throws) => {
      const world = paid();
      const { ref, fromAmount } = world.order;
      for (const { what, one: subject, two: variant } of throws) {
        const allowed = possible.filter((name) => machine[world.order.status][name] !== undefined);
        if (allowed.length > 0) apply(world, particulars(world, pick(allowed, what), subject, variant));
      }
      const [before, { sent }] = [inWallet(world, asset), world.order];
      if (!isDecision(stop(world))) return;
      stops += 1;
      fund(world, asset, world.assets[asset]?.payoutRail ?? "", 100_000_000000n);
      for (let turn = 0; turn < 4 && world.order.status === "refund_pending"; turn += 1) {
        if (world.order.holdReason === "reserve_low") apply(world, { name: "reserve_back" });
        apply(world, { name: "refund_started" });
        const outgoingId = sendingId(world) ?? "";
        apply(world, { name: "refund_done", outgoingId, txId: `r${turn}`, networkFee: null });
      }
      expect(violations(world.ledger)).toEqual([]);
      if (sent > 0n) return;
      expect(world.order.status).toBe("refunded");
      expect(inWallet(world, asset)).toBe(before + fromAmount);
      expect(leftOf(world.ledger, ref)).toEqual([]);
    }),
    { numRuns: 400, seed: seed("stopped by owner") },
  );
  expect(stops).toBeGreaterThan(50);
});
