import type { Difference } from "./difference.ts";
import type { PlacedAmount, RailPlace, StatementCredit } from "./statement-lines.ts";

/** A final payment or deposit, as the ledger has booked it; minor units. `finalAt`: of payments. */
export type BookedCredit = {
  railPaymentId: string;
  asset: string;
  amount: bigint;
  fee: bigint;
  place: RailPlace;
  finalAt: Date | null;
};

/** What a comparison has found. `effects`: what the rail has more than the ledger because of it, whether that is a fault or not. */
export type CreditComparison = { differences: readonly Difference[]; effects: readonly PlacedAmount[] };

/**
 * Compares one credit with what was booked of it; a side that has none is undefined. What the ledger has not heard of yet, and
 * what came after the statement, is no difference.
 */
export function compareCredit(credit: StatementCredit | undefined, booked: BookedCredit | undefined): CreditComparison {
  const effects: PlacedAmount[] = [];
  if (credit?.state === "included" && credit.asset !== null)
    effects.push({ place: credit.place, asset: credit.asset, amount: credit.amount - credit.fee });
  if (booked) effects.push({ place: booked.place, asset: booked.asset, amount: booked.fee - booked.amount });
  if (credit?.isUnderWay) return { differences: [], effects };
  const difference = differenceOf(credit, booked);
  return { differences: [...(difference ? [difference] : []), ...feeDifferences(credit, booked)], effects };
}

function differenceOf(credit: StatementCredit | undefined, booked: BookedCredit | undefined): Difference | undefined {
  const ledger = booked ? { asset: booked.asset, amount: booked.amount } : null;
  if (!credit || credit.state === "gone")
    return booked && { what: "booked_without_credit", subject: booked.railPaymentId, rail: null, ledger };
  if (credit.asset === null) return undefined;
  const sides = { subject: credit.id, rail: { asset: credit.asset, amount: credit.amount }, ledger };
  if (!booked) return credit.state === "included" ? { what: "credit_not_booked", ...sides } : undefined;
  if (credit.asset !== booked.asset) return { what: "asset_differs", ...sides };
  return credit.amount === booked.amount ? undefined : { what: "amount_differs", ...sides };
}

function feeDifferences(credit: StatementCredit | undefined, booked: BookedCredit | undefined): Difference[] {
  if (!booked || credit?.state !== "included" || credit.asset !== booked.asset || credit.fee === booked.fee) return [];
  const side = (amount: bigint) => (amount === 0n ? null : { asset: booked.asset, amount });
  return [{ what: "fee_differs", subject: credit.id, rail: side(credit.fee), ledger: side(booked.fee) }];
}
