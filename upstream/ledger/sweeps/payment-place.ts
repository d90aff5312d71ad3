import type { Tx } from "../../db/database.ts";
import {
  isMovedByHand,
  isTwiceMoved,
  selectNextSweeps,
  selectSeq,
  sweepsAtOnce,
} from "../../db/sql/sweep-statements.ts";
import { posted } from "../read.ts";
import { accounts } from "../rules/booking.ts";
import {
  isComplete,
  type PaymentSteps,
  type SweepSteps,
  sweepsOf,
  type Whereabouts,
  whereaboutsIn,
} from "../rules/sweep-members.ts";

/** Where payments arrive that have to be swept. */
export type DepositPlace = { rail: string; asset: string };

/**
 * Where a payment that arrived at a deposit address lies now; `arrival` is the transfer that booked it there. Unknown where
 * a sweep came back in part, or an operator has booked money out of the deposit addresses: of that payment, and of any
 * other of which less is left there.
 */
export async function whereIsPayment(
  tx: Tx,
  { rail, asset, amount }: DepositPlace & { amount: bigint },
  arrival: string | undefined,
): Promise<Whereabouts> {
  const unknown = { at: "unknown" } as const;
  const sweeps =
    arrival === undefined ? null : await sweepsOfPayment(tx, { rail, asset }, { arrival, takenBackAt: null });
  if (sweeps === null) return unknown;
  const place = whereaboutsIn(sweeps, { takenBackAt: null });
  if (place.at !== "deposits") return place;
  const deposits = accounts.deposits(rail, asset);
  return (await posted(tx, deposits)) >= amount || (await isTwiceMoved(tx, deposits)) ? place : unknown;
}

/**
 * The sweeps that moved a payment, or are about to, as they are booked in this transaction. Null where the order of the
 * bookings does not say it.
 */
export async function sweepsOfPayment(
  tx: Tx,
  { rail, asset }: DepositPlace,
  { arrival, takenBackAt }: { arrival: string; takenBackAt: bigint | null },
): Promise<SweepSteps[] | null> {
  const deposits = accounts.deposits(rail, asset);
  const arrivedAt = await selectSeq(tx, arrival);
  if (arrivedAt === null || (await isMovedByHand(tx, deposits, arrivedAt))) return null;
  return readSweeps(tx, deposits, { arrivedAt, takenBackAt });
}

async function readSweeps(tx: Tx, deposits: string, payment: PaymentSteps): Promise<SweepSteps[]> {
  const sweeps: SweepSteps[] = [];
  for (let after = payment.arrivedAt; ; ) {
    const next = await selectNextSweeps(tx, deposits, after);
    sweeps.push(...next);
    const found = sweepsOf(payment, sweeps);
    const last = next.at(-1);
    if (last === undefined || next.length < sweepsAtOnce || isComplete(found, payment, last.heldAt)) return found;
    after = last.heldAt;
  }
}
