import { type AddressMoney, alreadySwept, sweptOf } from "./address-money.ts";
import { accounts, type Booking, type TransferRequest } from "./booking.ts";
import { feeMovement } from "./network-fee.ts";
import { takenBackNames } from "./taken-back-names.ts";

/** Money of one asset on its way from a rail's deposit addresses to where the rail pays out from; minor units. */
export type SweepMoney = { id: string; rail: string; asset: string; amount: bigint };
/** Where payments arrive that have to be swept. */
export type DepositPlace = Pick<SweepMoney, "rail" | "asset">;

export const sweepHoldOf = ({ id }: Pick<SweepMoney, "id">) => `sweep:${id}`;

const movementOf = ({ rail, asset }: DepositPlace) => {
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

/** `amount`: what has arrived of its addresses. What has not is free again at the deposit addresses. */
export function sweepArrived(money: SweepMoney): Booking {
  const pendingId = sweepHoldOf(money);
  return { do: "settle", id: `${pendingId}:arrived`, pendingId, amount: money.amount };
}

export function sweepFailed(money: Pick<SweepMoney, "id">): Booking {
  const pendingId = sweepHoldOf(money);
  return { do: "void", id: `${pendingId}:failed`, pendingId };
}

/** It has arrived although its rail had said that it failed: a fact. */
export function sweepArrivedLate(money: SweepMoney): Booking {
  return { do: "forced", id: `${sweepHoldOf(money)}:late`, ...movementOf(money), amount: money.amount };
}

/** The network has taken it back after it had arrived, or a part of it: a fact. */
export function sweepReturned(money: SweepMoney): Booking {
  return { do: "forced", id: `${sweepHoldOf(money)}:returned`, ...backOf(money), amount: money.amount };
}

/**
 * What the addresses of a sweep have cost where they pay the network themselves, in `asset`, minor units. `toppedUp` came from
 * the gas account; `fee`: what they have paid; `remainder`: of what was swept, what has stayed there; `back`: the same of what
 * came back.
 */
export type AddressCosts = { asset: string; toppedUp: bigint; fee: bigint; remainder: bigint; back: bigint };

/** Facts of the chain, as one end of a sweep tells them; another end of the same sweep has other names. */
export function addressCosts(
  { id, rail }: Pick<SweepMoney, "id" | "rail">,
  { asset, toppedUp, fee, remainder, back }: AddressCosts,
  end: "sent" | "failed" | "returned",
): Booking[] {
  const [dust, gas, deposits] = [accounts.dust(rail, asset), accounts.gas(rail, asset), accounts.deposits(rail, asset)];
  const named = (name: string) => `${sweepHoldOf({ id })}:${end === "failed" ? "failed-" : ""}${name}`;
  const moved = { do: "forced", asset, code: "rebalance" } as const;
  const bookings: Booking[] = [
    { ...moved, id: named("topped-up"), debit: dust, credit: gas, amount: toppedUp },
    { ...moved, id: named("remainder"), debit: dust, credit: deposits, amount: remainder },
    { ...moved, id: named("remainder-back"), debit: deposits, credit: dust, amount: back },
    {
      do: "forced",
      id: `${id}:${end === "failed" ? "failed-" : ""}address-fee`,
      ...feeMovement(rail, { asset, amount: fee }, "address"),
    },
  ];
  return bookings.filter((booking) => "amount" in booking && booking.amount > 0n);
}

/**
 * The last inclusion of a settled sweep has taken `toppedUp` more from the gas account than is booked, minor units of `gasAsset`: a
 * fact of the chain. `number` tells one inclusion from another.
 */
export function sweepToppedUpAgain(
  { id, rail }: Pick<SweepMoney, "id" | "rail">,
  { gasAsset, toppedUp, number }: { gasAsset: string; toppedUp: bigint; number: number },
): Booking {
  const sides = { debit: accounts.dust(rail, gasAsset), credit: accounts.gas(rail, gasAsset) };
  const named = `${sweepHoldOf({ id })}:again-${number}-topped-up`;
  return { do: "forced", code: "rebalance", id: named, asset: gasAsset, ...sides, amount: toppedUp };
}

/**
 * A payment arrives at an address from which more was swept than had arrived: as much of it, booked by `arrival`, lies where
 * the rail pays out. Null where nothing does.
 */
export function sweptBefore(
  place: DepositPlace,
  { arrival, amount, address }: { arrival: string; amount: bigint; address: AddressMoney },
): TransferRequest | null {
  const swept = alreadySwept(address, amount);
  return swept > 0n ? { id: `${arrival}:swept`, ...movementOf(place), amount: swept } : null;
}

/**
 * A network takes back `amount` of the payment that `arrival` booked at a deposit address. What no longer lies there was
 * swept, and comes back first from where the rail pays out. Null where nothing has to.
 */
export function sweptBack(
  place: DepositPlace,
  { arrival, amount, address }: { arrival: string; amount: bigint; address: AddressMoney },
): TransferRequest | null {
  const swept = sweptOf(address, amount);
  return swept > 0n ? { id: takenBackNames(arrival).swept, ...backOf(place), amount: swept } : null;
}

function backOf(place: DepositPlace) {
  const { debit, credit, ...movement } = movementOf(place);
  return { ...movement, debit: credit, credit: debit };
}
