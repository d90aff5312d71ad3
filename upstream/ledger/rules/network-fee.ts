import { accounts } from "./booking.ts";

/** Network fee of a transfer, in the asset that pays it. */
export type NetworkFee = { asset: string; amount: bigint };

/** A network fee ("gas") from the reserve of its asset to the rail's account there, minor units: held, or booked as spent. */
export function feeMovement(rail: string, { asset, amount }: NetworkFee) {
  const sides = { debit: accounts.reserve(asset), credit: accounts.rail(rail, asset) };
  return { ...sides, asset, amount, code: "network_fee" } as const;
}
