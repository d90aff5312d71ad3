/**
 * Which sweeps have moved a payment. A sweep moves all that lies at the deposit addresses when it is held; which payments
 * those are follows from the order of the bookings. All times are positions in that order (`transfer.seq`).
 */

/** A sweep as it is booked; amounts in minor units. */
export type SweepSteps = {
  id: string;
  amount: bigint;
  /** When it was asked for: what arrived later is not part of it. */
  heldAt: bigint;
  /** Null while it is under way, and after a failure. */
  arrivedAt: bigint | null;
  isReturned: boolean;
  /** Null also where nothing came back, since all of it had been taken back before. */
  returnedAt: bigint | null;
  /** Less came back than it had moved. Which payments the missing amount belongs to is unknown. */
  isPart: boolean;
  /** What payments that were taken back have cost it so far. */
  gone: bigint;
};

/** A payment from its arrival at a deposit address until its network takes it back. */
export type PaymentSteps = { arrivedAt: bigint; takenBackAt: bigint | null };

/** `sweep`: at the place that pays out, where this sweep has moved it. `unknown`: in either place. */
export type Whereabouts = { at: "deposits" } | { at: "unknown" } | { at: "sweep"; sweep: SweepSteps };

/**
 * The sweeps that moved the payment, or are about to, by `heldAt`, as `sweeps` has to be. Two may have moved the same one
 * for a while: the first arrives although it had failed, and the return of one of them is reported later.
 */
export function sweepsOf({ arrivedAt, takenBackAt }: PaymentSteps, sweeps: readonly SweepSteps[]): SweepSteps[] {
  const found: SweepSteps[] = [];
  for (const sweep of sweeps) {
    const { heldAt } = sweep;
    const isThere = heldAt > arrivedAt && (takenBackAt === null || heldAt < takenBackAt);
    if (isThere && !found.some((other) => hasMoved(other, heldAt))) found.push(sweep);
  }
  return found;
}

/** No sweep that was asked for after `upTo` can have moved the payment. */
export function isComplete(found: readonly SweepSteps[], { takenBackAt }: PaymentSteps, upTo: bigint): boolean {
  if (takenBackAt !== null && takenBackAt < upTo) return true;
  return found.some((sweep) => hasMoved(sweep, upTo) && !isBackBefore(sweep, takenBackAt));
}

/** Where a payment lies, or lay when it was taken back. `of`: the sweeps that moved it. */
export function whereaboutsIn(
  of: readonly SweepSteps[],
  { takenBackAt }: Pick<PaymentSteps, "takenBackAt">,
): Whereabouts {
  if (of.some((sweep) => sweep.isPart && isBackBefore(sweep, takenBackAt))) return { at: "unknown" };
  const sweep = of.find(({ arrivedAt, isReturned }) => arrivedAt !== null && !isReturned);
  return sweep === undefined ? { at: "deposits" } : { at: "sweep", sweep };
}

const hasMoved = (sweep: SweepSteps, at: bigint) =>
  sweep.arrivedAt !== null && sweep.arrivedAt < at && !isBackBefore(sweep, at);

/** `at`: a position in booking order; null is now. */
const isBackBefore = ({ isReturned, returnedAt }: SweepSteps, at: bigint | null) =>
  isReturned && returnedAt !== null && (at === null || returnedAt < at);
