import { smaller } from "../../shared/rules/smaller.ts";
import { accounts, type Booking, type Movement } from "./booking.ts";
import type { Whereabouts } from "./sweep-members.ts";
import { takenBackNames } from "./taken-back-names.ts";

/** Money of one asset on its way from a rail's deposit addresses to where the rail pays out from; minor units. */
export type SweepMoney = { id: string; rail: string; asset: string; amount: bigint };

export const sweepHoldOf = ({ id }: Pick<SweepMoney, "id">) => `sweep:${id}`;

const movementOf = ({ rail, asset }: Pick<SweepMoney, "rail" | "asset">) => {
  return {
    debit: accounts.rail(rail, asset),
    credit: accounts.deposits(rail, asset),
    asset,
    code: "rebalance",
  } as const;
};

/** From the request on, so that no other sweep counts on it. It can be paid out only once it has arrived. */
export function sweepHeld(money: SweepMoney): Booking {
  return { do: "hold", id: sweepHoldOf(money), ...movementOf(money), amount: money.amount };
}

export function sweepArrived(money: SweepMoney): Booking {
  const pendingId = sweepHoldOf(money);
  return { do: "settle", id: `${pendingId}:arrived`, pendingId, amount: money.amount };
}

export function sweepFailed(money: SweepMoney): Booking {
  const pendingId = sweepHoldOf(money);
  return { do: "void", id: `${pendingId}:failed`, pendingId };
}

/** It has arrived although its rail had said that it failed: a fact. */
export function sweepArrivedLate(money: SweepMoney): Booking {
  return { do: "forced", id: `${sweepHoldOf(money)}:late`, ...movementOf(money), amount: money.amount };
}

/**
 * The network has taken it back after it had arrived, or a part of it: a fact. `gone`: the part that payments taken back
 * before have already cost it, which lies nowhere. Null where nothing else came back.
 */
export function sweepReturned(money: SweepMoney, { amount, gone }: { amount: bigint; gone: bigint }): Booking | null {
  const back = smaller(amount, money.amount - gone);
  return back > 0n ? { do: "forced", id: `${sweepHoldOf(money)}:returned`, ...backOf(money), amount: back } : null;
}

/** The transfer that reduces a sweep by a payment taken back, named by its arrival; without one, by payments that are unknown. */
export const sweepGoneOf = (money: Pick<SweepMoney, "id">, arrival?: string) =>
  `${sweepHoldOf(money)}:gone${arrival === undefined ? "" : `:${arrival}`}`;

/**
 * A sweep has arrived, and less than nothing is left at the deposit addresses (`there`). As much of `unplaced`, which was
 * taken back while it was under way and of which nobody knows where it lay, comes back from where the rail pays out. What
 * else is missing there comes with the return of another sweep, of which the rail has not told yet. Null where nothing has to.
 */
export function sweepGone(money: SweepMoney, { there, unplaced }: { there: bigint; unplaced: bigint }): Booking | null {
  const amount = smaller(-there, unplaced);
  return amount > 0n ? { do: "forced", id: sweepGoneOf(money), ...backOf(money), amount } : null;
}

/** What one payment that was taken back, of an order or none, has cost the sweep which had moved it. */
export function sweptAway(
  money: Pick<SweepMoney, "id" | "rail" | "asset">,
  { arrival, amount, orderRef }: { arrival: string; amount: bigint; orderRef: string | null },
): Booking {
  const owner = orderRef === null ? {} : { orderRef };
  return { do: "forced", id: sweepGoneOf(money, arrival), ...backOf(money), ...owner, amount };
}

/**
 * A network takes back `taken` of the payment that `arrival` booked at deposit addresses. What a sweep has moved from there
 * comes back first, from where the rail pays out. Of a payment that may lie in either place, only what is missing at the
 * deposit addresses (`there`). Null where nothing has to.
 */
export function sweptBack(
  place: Pick<SweepMoney, "rail" | "asset">,
  { arrival, taken, there, lies }: { arrival: string; taken: bigint; there: bigint; lies: Whereabouts },
): Movement | null {
  switch (lies.at) {
    case "deposits":
      return null;
    case "sweep": {
      const { id, amount, gone } = lies.sweep;
      return partBack(place, sweepGoneOf({ id }, arrival), smaller(taken, amount - gone));
    }
    case "unknown":
      return partBack(place, takenBackNames(arrival).swept, there > 0n ? taken - there : taken);
  }
}

const partBack = (place: Pick<SweepMoney, "rail" | "asset">, id: string, amount: bigint): Movement | null =>
  amount > 0n ? { id, ...backOf(place), amount } : null;

function backOf(place: Pick<SweepMoney, "rail" | "asset">) {
  const { debit, credit, ...movement } = movementOf(place);
  return { ...movement, debit: credit, credit: debit };
}
