import { accounts } from "./booking.ts";

/** Network fee of a transfer, in the asset that pays it. */
export type NetworkFee = { asset: string; amount: bigint };

/**
 * Which of our accounts at a rail has paid a network: `hot`, where it pays out from; `gas`, which pays for sweeps only;
 * `address`, our own money at deposit addresses.
 */
export type FeePlace = "hot" | "gas" | "address";

const accountOf = { hot: accounts.rail, gas: accounts.gas, address: accounts.dust } as const;

/** A network fee ("gas") from the reserve of its asset to the rail's account there, minor units: held, or booked as spent. */
export function feeMovement(rail: string, { asset, amount }: NetworkFee, place: FeePlace = "hot") {
  const sides = { debit: accounts.reserve(asset), credit: accountOf[place](rail, asset) };
  return { ...sides, asset, amount, code: "network_fee" } as const;
}
