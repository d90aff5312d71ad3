import { smaller } from "../smaller.ts";
import { accounts, type Booking, type Movement } from "./booking.ts";

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

/** What payments that were taken back have cost it: when it arrived, and with `arrival`, that payment's transfer, since. */
export const sweepGoneOf = (money: Pick<SweepMoney, "id">, arrival?: string) =>
  `${sweepHoldOf(money)}:gone${arrival === undefined ? "" : `:${arrival}`}`;

/**
 * Payments were taken back while their sweep was under way, which has arrived all the same: `there`, what is then left at
 * the deposit addresses, is below zero, and as much of `takenBack` comes back from where the rail pays out. What else is
 * missing there comes with the return of another sweep, of which the rail has not told yet. Null where nothing has to.
 */
export function sweepGone(
  money: SweepMoney,
  { there, takenBack }: { there: bigint; takenBack: bigint },
): Booking | null {
  const amount = smaller(-there, takenBack);
  return amount > 0n ? { do: "forced", id: sweepGoneOf(money), ...backOf(money), amount } : null;
}

/**
 * A network takes back `taken` of what arrived at deposit addresses, where only `there` is left: a sweep has moved the
 * rest, which therefore comes back from where the rail pays out first. Null where nothing has to.
 */
export function sweptBack(
  place: Pick<SweepMoney, "rail" | "asset">,
  { taken, there }: { taken: bigint; there: bigint },
): Omit<Movement, "id"> | null {
  const missing = there > 0n ? taken - there : taken;
  return missing > 0n ? { ...backOf(place), amount: missing } : null;
}

function backOf(place: Pick<SweepMoney, "rail" | "asset">) {
  const { debit, credit, ...movement } = movementOf(place);
  return { ...movement, debit: credit, credit: debit };
}
