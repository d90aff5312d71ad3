import type { Tx } from "../../db/database.ts";
import { selectSeq, selectSum, selectTakenBack } from "../../db/sql/sweep-statements.ts";
import { smaller } from "../../shared/rules/smaller.ts";
import { accounts, type Booking } from "../rules/booking.ts";
import { type SweepSteps, whereaboutsIn } from "../rules/sweep-members.ts";
import { sweepGoneOf, sweepHoldOf, sweptAway } from "../rules/sweep-postings.ts";
import { arrivalTakenBack, takenBackNames } from "../rules/taken-back-names.ts";
import { type DepositPlace, sweepsOfPayment } from "./payment-place.ts";

/**
 * What payments taken back since a sweep was asked for cost the sweeps that moved them, as far as it is not booked: after
 * its arrival, and after its return, when another sweep may turn out to be the one that moved them. `unplaced`: the part of
 * them of which nobody knows where it lay, minor units, less what has come back for it from where the rail pays out.
 */
export async function chargesOfTakenBack(
  tx: Tx,
  sweep: DepositPlace & { id: string },
): Promise<{ charges: Booking[]; unplaced: bigint }> {
  const charges: Booking[] = [];
  const charged = new Map<string, bigint>();
  const unplaced: TakenBack[] = [];
  for (const payment of await takenBackSince(tx, sweep, (await selectSeq(tx, sweepHoldOf(sweep))) ?? 0n)) {
    const { arrival, amount, orderRef } = payment;
    const of = await sweepsOfTakenBack(tx, sweep, payment);
    const place = whereaboutsIn(of ?? [], payment);
    if (arrival === null || of === null || place.at === "unknown") unplaced.push(payment);
    else if (place.at === "sweep" && !(await isCharged(tx, of, arrival))) {
      const { id, amount: moved, gone } = place.sweep;
      const before = charged.get(id) ?? 0n;
      const part = smaller(amount, moved - gone - before);
      charged.set(id, before + part);
      if (part > 0n) charges.push(sweptAway({ ...sweep, id }, { arrival, amount: part, orderRef }));
    }
  }
  return { charges, unplaced: await uncovered(tx, sweep, unplaced) };
}

/** A payment that was taken back, by the transfers that book it so; an earlier version named those of orders otherwise. */
type TakenBack = {
  arrival: string | null;
  ids: string[];
  amount: bigint;
  takenBackAt: bigint;
  orderRef: string | null;
};

async function takenBackSince(tx: Tx, { rail, asset }: DepositPlace, since: bigint): Promise<TakenBack[]> {
  const found = new Map<string, TakenBack>();
  for (const { id, amount, seq, orderRef } of await selectTakenBack(tx, accounts.deposits(rail, asset), since)) {
    const arrival = arrivalTakenBack(id);
    const known = found.get(arrival ?? id) ?? { arrival, ids: [], amount: 0n, takenBackAt: seq, orderRef };
    found.set(arrival ?? id, { ...known, ids: [...known.ids, id], amount: known.amount + amount });
  }
  return [...found.values()];
}

/** Null where nobody knows, or knew when it was taken back. */
async function sweepsOfTakenBack(
  tx: Tx,
  place: DepositPlace,
  { arrival, takenBackAt }: TakenBack,
): Promise<SweepSteps[] | null> {
  if (arrival === null || (await selectSum(tx, [takenBackNames(arrival).swept])) > 0n) return null;
  return sweepsOfPayment(tx, place, { arrival, takenBackAt });
}

/** One sweep bears it. One that came back did so without it, which says nothing of another that moved it as well. */
async function isCharged(tx: Tx, sweeps: readonly SweepSteps[], arrival: string): Promise<boolean> {
  const names = sweeps.filter(({ isReturned }) => !isReturned).map((sweep) => sweepGoneOf(sweep, arrival));
  return (await selectSum(tx, names)) > 0n;
}

async function uncovered(tx: Tx, sweep: { id: string }, payments: readonly TakenBack[]): Promise<bigint> {
  const taken = payments.reduce((sum, { amount }) => sum + amount, 0n);
  if (taken === 0n) return 0n;
  const names = payments.flatMap(({ arrival, ids }) =>
    arrival === null ? ids.map(oldNameOfSwept) : [takenBackNames(arrival).swept],
  );
  return taken - (await selectSum(tx, [...names, sweepGoneOf(sweep)]));
}

const oldNameOfSwept = (id: string) => id.replace(/[^:]+$/, "back-swept");
