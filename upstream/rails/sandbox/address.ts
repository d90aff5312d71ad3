import type { NetworkName } from "../../shared/rules/addresses/networks.ts";
import { fingerprint } from "./fingerprint.ts";
import { simulationOf } from "./network.ts";

/**
 * The sandbox's payment addresses: valid, with a correct checksum, and derived from the order, so that repeating a
 * request gives the same one. Nobody has their keys: where a network has prefixes for its test network they have those, which a
 * wallet with real coins refuses.
 */
export function depositAddress(network: NetworkName, ref: string): string {
  return simulationOf(network).address(hashOf(network, ref), "test");
}

/** An address that a customer can give as their own, which is on the main network. Nobody has its key either. */
export function payoutAddress(network: NetworkName, name: string): string {
  return simulationOf(network).address(hashOf(network, name), "main");
}

const hashOf = (network: NetworkName, name: string) => fingerprint("address", network, name).slice(0, 20);
