/** The money of a wallet, minor units: `posted` is `available`, `settling` and `held` together. */
export type WalletMoney = { posted: bigint; available: bigint; settling: bigint; held: bigint };

type Sums = { creditsPosted: bigint; debitsPosted: bigint; debitsPending: bigint };

/**
 * Divides what a member's account has. `unsettled`: what came in a way that can be taken back and has not settled; when
 * less than that is left, all of the rest settles still.
 */
export function walletMoney(account: Sums | null, unsettled: bigint): WalletMoney {
  if (account === null) return { posted: 0n, available: 0n, settling: 0n, held: 0n };
  const posted = account.creditsPosted - account.debitsPosted;
  const held = account.debitsPending;
  const free = posted - held;
  const settling = unsettled < free ? unsettled : free;
  return { posted, available: free - settling, settling, held };
}
