import { beforeEach, expect, test } from "vitest";
import { accounts, walletRail } from "../../../../ledger/rules/booking.ts";
import type { OrderEvent, PaymentReport } from "../../order-event.ts";
import { leftOf } from "../../testing/ledger-truths.ts";
import { bookingsOf, final, go, refusalOf, send } from "../../testing/order-story.ts";
import { execute, type OrderWorld, paying, worldOf } from "../../testing/order-world.ts";
import { available, bookInto } from "../../testing/reference-ledger.ts";

const owner = "us_anna";
const asset = "usdt-trc20";
const wallet = accounts.member(owner, asset);
let world: OrderWorld;
let payment: PaymentReport;

beforeEach(() => {
  world = worldOf();
  world.order.ownerId = owner;
  const deposit = { id: "deposit:one:1", debit: accounts.rail("tron", asset), credit: wallet, asset } as const;
  bookInto(world.ledger, [{ do: "post", ...deposit, amount: 600_000000n, code: "deposit" }]);
  payment = { ...paying(world, world.order.ref, 500_000000n), rail: walletRail, required: 0 };
  if (execute.name === "execute")
    go(world, { ...execute, payin: { ...execute.payin, method: "balance", address: null } });
});

test("a payment from a wallet moves nothing at a rail, and completes the order", () => {
  expect(bookingsOf(world, final(payment))).toEqual([
    "post payin 500000000",
    "post conversion 500000000",
    "settle 48008",
  ]);
  expect(available(world.ledger, wallet)).toBe(100_000000n);
  expect(send(world, "payout")).toBe("completed");
  expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
});

test("nobody can take back or dispute a payment from a wallet", () => {
  go(world, final(payment));
  const { rail, railPaymentId } = payment;
  const events: OrderEvent[] = [
    { name: "payment_vanished", rail, railPaymentId },
    { name: "payment_reversed", rail, railPaymentId },
    { name: "refunded_at_rail", rail, railPaymentId, refundId: "r", amount: 1n },
    { name: "dispute_opened", rail, caseId: "c", amount: null },
  ];
  for (const event of events) expect(refusalOf(world, event)).toBe("invalid_transition");
  expect(send(world, "payout")).toBe("completed");
  for (const event of events) expect(refusalOf(world, event)).toBe("invalid_transition");
});
