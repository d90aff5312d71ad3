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
export type ConfirmedDestination = Destination & { kind: DestinationKind; asset: string; amount: bigint | null };

const isRefund = ({ kind }: ConfirmedDestination) => kind === "refund" || kind === "wrong_refund";

type MoneyTo = { account: string; memo?: string | null | undefined; asset: string; amount: bigint };

/**
 * A movement may go where it was confirmed to go, in the asset and with the amount that were confirmed, and nowhere else. A refund goes
 * back in the asset that was paid, which may be another one than the order's.
 */
export function isConfirmed(
  { account, memo, asset, amount }: MoneyTo,
  confirmed: readonly ConfirmedDestination[],
): boolean {
  return confirmed.some(
    (destination) =>
      destination.account === account &&
      destination.memo === (memo ?? null) &&
      (destination.asset === asset || isRefund(destination)) &&
      (destination.amount === null || destination.amount === amount),
  );
}
