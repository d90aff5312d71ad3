/** Orders of so many days count together. */
export const countedDays = 30;

/**
 * Whether a customer has to say who they are. `from`: whole US dollars, null where nobody is asked; `cents`: the worth of this
 * order, null without a rate in dollars; `otherCents`: the worth of the customer's other orders.
 */
export function needsIdentity(
  from: number | null,
  { cents, otherCents }: { cents: bigint | null; otherCents: bigint },
): boolean {
  if (from === null) return false;
  // What has no worth may be worth anything.
  return cents === null || cents + otherCents >= BigInt(from) * 100n;
}
