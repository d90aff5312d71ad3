/**
 * What a confirmed destination is for: the payout of an order, its refund, the refund of a payment in another network's asset,
 * a withdrawal, or money that neither a wallet nor an order has.
 */
export const destinationKinds = ["payout", "refund", "wrong_refund", "withdrawal", "unclaimed_payout"] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** `earlier_version`: stated as it was when this version began to keep destinations. */
export const destinationSources = ["customer", "member", "operator", "earlier_version"] as const;

/** How it was proven. `order_link`: the order's own token. */
export const confirmationProofs = ["authenticator", "email_code", "order_link", "operator", "unknown"] as const;
export type ConfirmationProof = (typeof confirmationProofs)[number];

type Destination = { account: string; memo: string | null };

/** Minor units; null where the order's terms decide what arrives. */
export type ConfirmedDestination = Destination & { kind: DestinationKind; amount: bigint | null };

/** A movement may go where it was confirmed to go, with the amount that was confirmed, and nowhere else. */
export function isConfirmed(
  { account, memo, amount }: { account: string; memo?: string | null | undefined; amount: bigint },
  confirmed: readonly ConfirmedDestination[],
): boolean {
  return confirmed.some(
    (destination) =>
      destination.account === account &&
      destination.memo === (memo ?? null) &&
      (destination.amount === null || destination.amount === amount),
  );
}
