import { type NetworkLimit, networkLimit, noLimit } from "../../../contract/networks/network-limit.ts";

/** Counts requests per client network. */
export type AddressLimit = NetworkLimit;
export { noLimit };

/** At most `most` a minute for an address, and eight times as many for the network above it. */
export function addressLimit(most: number): AddressLimit {
  return networkLimit(most, 60_000);
}
