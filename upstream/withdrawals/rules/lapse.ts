/** A withdrawal, as far as its age concerns it. */
type Ageing = {
  /** When its address might be used. */
  usableAt: Date;
  /** When an operator let it go on after a freeze; null for all others. */
  clearedAt: Date | null;
};

/** Withdrawals that might have left until this moment are too old to leave now. */
export const lapsesBefore = (now: Date, lapseSeconds: number): Date => new Date(now.getTime() - lapseSeconds * 1000);

/**
 * Whether a withdrawal has waited so long since it could have left that its member may have forgotten it, or sent the money
 * another way: a service that was away must not send it without a word.
 */
export function hasLapsed({ usableAt, clearedAt }: Ageing, now: Date, lapseSeconds: number): boolean {
  const since = clearedAt !== null && clearedAt > usableAt ? clearedAt : usableAt;
  return since <= lapsesBefore(now, lapseSeconds);
}
