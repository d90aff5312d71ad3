import { expect, test } from "vitest";
import type { OrderEvent } from "../../order-event.ts";
import { leftOf, violations } from "../../testing/ledger-truths.ts";
import { awaiting, completed, final, go, refusalOf, send } from "../../testing/order-story.ts";
import { drain, execute, moveOutOfReach, type OrderWorld, paying, sweep, worldOf } from "../../testing/order-world.ts";
import { available, bookInto } from "../../testing/reference-ledger.ts";

const usdt = "usdt-trc20";
const funded = 1_000_000_000000n;
/** What lies at deposit addresses, and what can be paid out, beside what we had. */
const lying = ({ ledger }: OrderWorld) => [
  available(ledger, `assets:tron_deposits:${usdt}`),
  available(ledger, `assets:tron:${usdt}`) - funded,
];
const reversed = { name: "payment_reversed", rail: "tron", railPaymentId: "first" } as const satisfies OrderEvent;

test("a payment lies at a deposit address until it is swept; on a rail without sweeps it can be paid out", () => {
  const world = completed();
  expect(lying(world)).toEqual([500_000000n, 0n]);
  const wrong = awaiting();
  go(wrong, final(paying(wrong, "a", 7_000000n, "usdt-erc20")));
  expect(available(wrong.ledger, "assets:ether:usdt-erc20")).toBe(funded + 7_000000n);
});

test("a payment at a gateway is not swept", () => {
  const world = awaiting();
  go(world, final({ ...paying(world, "a", 500_000000n), rail: "gateway" }));
  expect([lying(world), available(world.ledger, `assets:gateway:${usdt}`)]).toEqual([[0n, 0n], 500_000000n]);
});

test.each([
  ["before its sweep", false, [0n, 0n]],
  ["after its sweep", true, [0n, 0n]],
])("a payment that the network takes back comes from where it lies %s", (_, isSwept, left) => {
  const world = completed();
  if (isSwept) sweep(world, usdt);
  go(world, reversed);
  expect(lying(world)).toEqual(left);
  expect([...violations(world.ledger), ...leftOf(world.ledger, world.order.ref)]).toEqual([]);
});

test("of what a sweep has moved only what is missing comes back", () => {
  const world = awaiting();
  go(world, final(paying(world, "first", 300_000000n)));
  sweep(world, usdt);
  go(world, final(paying(world, "second", 200_000000n)), reversed);
  expect(lying(world)).toEqual([0n, 200_000000n]);
});

test("a payment to a draft is kept as unclaimed there, and comes back from where it lies", () => {
  const world = worldOf();
  go(world, final(paying(world, "first", 500_000000n)));
  expect(lying(world)).toEqual([500_000000n, 0n]);
  sweep(world, usdt);
  go(world, reversed);
  expect([lying(world), available(world.ledger, `unclaimed:${usdt}`)]).toEqual([[0n, 0n], 0n]);
  expect(violations(world.ledger)).toEqual([]);
});

test("a payment to a draft that was returned and then taken back costs us, and nobody whose money is kept as well", () => {
  const world = worldOf();
  const unclaimed = `unclaimed:${usdt}`;
  const arrival = { debit: `assets:tron:${usdt}`, credit: unclaimed, asset: usdt, amount: 70_000000n } as const;
  bookInto(world.ledger, [{ do: "post", id: "deposit:of-another:1", ...arrival, code: "deposit" }]);
  go(world, final(paying(world, "first", 500_000000n)));
  sweep(world, usdt);
  const returned = { rail: "tron", refundId: "r", railPaymentId: "first", amount: 500_000000n } as const;
  go(world, { name: "refunded_at_rail", ...returned });
  expect(available(world.ledger, unclaimed)).toBe(70_000000n);
  go(world, reversed);
  expect(available(world.ledger, unclaimed)).toBe(70_000000n);
  expect(violations(world.ledger)).toEqual([]);
});

test("a draft cannot be executed once its payment was refunded in full, and can after a partial refund", () => {
  const returned = { name: "refunded_at_rail", rail: "tron", refundId: "r", railPaymentId: "first" } as const;
  const world = worldOf();
  go(world, final(paying(world, "first", 500_000000n)), { ...returned, amount: 500_000000n });
  expect(refusalOf(world, execute)).toBe("invalid_transition");
  const partly = worldOf();
  go(partly, final(paying(partly, "first", 500_000000n)), { ...returned, amount: 100_000000n });
  expect(go(partly, execute)).toBe("on_hold amount_mismatch");
  expect(violations(partly.ledger)).toEqual([]);
});

test("a refund is paid from where the rail pays out: it waits while too little is there, and a sweep brings it", () => {
  const world = awaiting();
  drain(world, usdt);
  moveOutOfReach(world, usdt, "tron");
  go(world, final(paying(world, "first", 300_000000n)), { name: "request_refund", refund: null });
  expect(go(world, { name: "refund_started" })).toBe("refund_pending reserve_low");
  expect(refusalOf(world, { name: "reserve_back" })).toBe("unchanged");
  sweep(world, usdt);
  expect(go(world, { name: "reserve_back" })).toBe("refund_pending");
  expect(send(world, "refund")).toBe("refunded");
  expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
});

test("what lies there is not promised to the next order", () => {
  const world = awaiting();
  go(world, final(paying(world, "first", 300_000000n)));
  const next = {
    ...worldOf({ from: "paypal-usd", to: usdt, fromAmount: 300_00n, rate: "1", min: 1n, max: 9_999_00n }),
  };
  next.ledger = world.ledger;
  drain(next, usdt);
  moveOutOfReach(next, usdt, "tron");
  expect(refusalOf(next, execute)).toBe("reserve_insufficient");
});
