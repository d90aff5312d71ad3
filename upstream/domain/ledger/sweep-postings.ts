import { accounts, type Booking } from "./booking.ts";

/** Money of one asset on its way from a rail's deposit addresses to where the rail pays out from; minor units. */
export type SweepMoney = { id: string; rail: string; asset: string; amount: bigint };

export const sweepHoldOf = ({ id }: Pick<SweepMoney, "id">) => `sweep:${id}`;

const movementOf = ({ rail, asset }: SweepMoney) => {
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

/** The network has taken it back after it had arrived, or a part of it: a fact. */
export function sweepReturned(money: SweepMoney, amount: bigint): Booking {
  const { debit, credit, ...movement } = movementOf(money);
  return { do: "forced", id: `${sweepHoldOf(money)}:returned`, ...movement, debit: credit, credit: debit, amount };
}
