import { describe, expect, test } from "vitest";
import { accounts } from "../../../ledger/rules/booking.ts";
import { gas, worldWithGas } from "../testing/gas-world.ts";
import { leftOf } from "../testing/ledger-truths.ts";
import { bookingsOf, final, go, refusalOf, statusOf } from "../testing/order-story.ts";
import {
  execute,
  executeInvoice,
  fund,
  type OrderWorld,
  paying,
  paypalToUsdt,
  usdtToPaypal,
} from "../testing/order-world.ts";
import { first } from "../testing/payout-story.ts";
import { available, bookInto, posted } from "../testing/reference-ledger.ts";

/** Paid, and about to send its USDT; there is gas for this amount of TRX. */
function paid(amount: bigint): OrderWorld {
  const world = worldWithGas(paypalToUsdt, amount);
  go(world, executeInvoice, final(paying(world, "PP-1", 100_00n)));
  return world;
}
const started = { name: "payout_started" } as const;
const atRail = accounts.rail("tron", gas.asset);
const done = (world: OrderWorld, amount: bigint | null) =>
  ({
    name: "payout_done",
    outgoingId: first(world),
    txId: "t",
    networkFee: amount === null ? null : { asset: gas.asset, amount },
  }) as const;

describe("the gas of a payout", () => {
  test("is held when it starts, and what it cost is settled when it ends", () => {
    const world = paid(20n);
    expect(bookingsOf(world, started)).toContain("hold network_fee 13");
    expect(available(world.ledger, atRail)).toBe(7n);
    expect(bookingsOf(world, done(world, 9n))).toContain("settle 9");
    expect([posted(world.ledger, atRail), available(world.ledger, atRail)]).toEqual([11n, 11n]);
    expect(statusOf(world)).toBe("completed");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("above what was held is booked as well, and its end twice is booked once", () => {
    const world = paid(20n);
    go(world, started);
    expect(bookingsOf(world, done(world, 15n))).toEqual(expect.arrayContaining(["settle 13", "forced network_fee 2"]));
    expect(refusalOf(world, done(world, 15n))).toBe("unchanged");
    expect(posted(world.ledger, atRail)).toBe(5n);
  });

  test("of an attempt that failed is booked, and the rest is free again", () => {
    const world = paid(20n);
    go(world, started);
    const failed = { name: "payout_failed", outgoingId: first(world), reason: "reverted" } as const;
    expect(bookingsOf(world, { ...failed, networkFee: { asset: gas.asset, amount: 4n } })).toEqual([
      "void",
      "settle 4",
    ]);
    expect([posted(world.ledger, atRail), available(world.ledger, atRail)]).toEqual([16n, 16n]);
  });

  test("that nobody reports is released with the payout's end or return", () => {
    const [sent, returned] = [paid(20n), paid(20n)];
    go(sent, started, done(sent, null));
    go(returned, started, { name: "payout_returned", outgoingId: first(returned), amount: null });
    for (const world of [sent, returned]) expect(available(world.ledger, atRail)).toBe(20n);
    go(returned, done(returned, 9n));
    expect(posted(returned.ledger, atRail)).toBe(11n);
  });

  test("that is not there makes the payout wait, and topping it up sends it", () => {
    const world = paid(12n);
    expect(go(world, started)).toBe("on_hold reserve_low");
    expect(world.outgoing).toEqual([]);
    expect(refusalOf(world, { name: "reserve_back" })).toBe("unchanged");
    fund(world, gas.asset, "tron", 1n);
    expect(go(world, { name: "reserve_back" }, started)).toBe("sending");
  });
});

test("a refund waits for its gas too", () => {
  const world = worldWithGas(usdtToPaypal, 12n);
  go(world, execute, final(paying(world, "t1", 100_000000n)), { name: "request_refund", refund: null });
  expect(go(world, { name: "refund_started" })).toBe("refund_pending reserve_low");
  expect(refusalOf(world, { name: "reserve_back" })).toBe("unchanged");
  fund(world, gas.asset, "tron", 1n);
  expect(go(world, { name: "reserve_back" }, { name: "refund_started" })).toBe("refunding");
  expect(available(world.ledger, atRail)).toBe(0n);
});

test("a coin that pays its own fee is not sent when amount and fee exceed what the rail has", () => {
  const world = worldWithGas(paypalToUsdt, 0n);
  const usdt = world.assets["usdt-trc20"];
  if (!usdt) throw new Error("There is no USDT here");
  world.assets = { ...world.assets, "usdt-trc20": { ...usdt, gas: { asset: usdt.id, amount: 5n } } };
  go(world, executeInvoice, final(paying(world, "PP-1", 100_00n)));
  const cash = accounts.rail("tron", usdt.id);
  const take = { debit: accounts.reserve(usdt.id), credit: cash, asset: usdt.id } as const;
  const amount = available(world.ledger, cash) - world.order.toAmount - 4n;
  bookTaken(world, { ...take, amount });
  expect(go(world, started)).toBe("on_hold reserve_low");
});

function bookTaken(
  world: OrderWorld,
  movement: { debit: string; credit: string; asset: string; amount: bigint },
): void {
  bookInto(world.ledger, [{ do: "post", id: "taken", ...movement, code: "profit_taken" }]);
}
