import { bytesToHex } from "@noble/hashes/utils.js";
import type { NetworkFee } from "../../ledger/rules/network-fee.ts";
import type { AssetDescription } from "../../ports/rail.ts";
import {
  type NetworkName,
  networkNames,
  networks,
  type SimulatedNetwork,
} from "../../shared/rules/addresses/networks.ts";
import { fingerprint } from "./fingerprint.ts";

/** A simulated network or wallet that holds some assets. `sandbox-` and its name is the rail in the ledger. */
export type Network = NetworkName | "paypal";

const paypalAssets = { "paypal-usd": 2, "paypal-eur": 2 };

const simulated: Readonly<Record<string, { network: Network; decimals: number }>> = Object.fromEntries([
  ...networkNames.flatMap((network) => assetsOn(network, simulationOf(network).assets)),
  ...assetsOn("paypal", paypalAssets),
]);

function assetsOn(network: Network, assets: Readonly<Record<string, number>>) {
  return Object.entries(assets).map(([id, decimals]) => [id, { network, decimals }] as const);
}

export function simulationOf(network: NetworkName): SimulatedNetwork {
  return networks[network].sandbox;
}

/** Ids of the assets that the sandbox supports. */
export const sandboxAssets = Object.keys(simulated);

/** Undefined for an asset that the sandbox does not support. */
export function networkOf(asset: string): Network | undefined {
  return simulated[asset]?.network;
}

const prefix = "sandbox-";
export const railId = (network: Network) => `${prefix}${network}`;
/** Of rails only: the simulated gateway reports under the gateway's own id. */
export const isSandboxRail = (id: string) => id.startsWith(prefix);

/** What the simulated network knows of an asset; undefined for one that it does not support. */
export function describedBySandbox(asset: string): AssetDescription | undefined {
  const facts = simulated[asset];
  return facts && { ...facts, network: facts.network === "paypal" ? null : facts.network };
}

/** Whether money at deposit addresses has to be swept before it can be paid out; PayPal has one balance. */
export const needsSweep = (network: Network): network is SweptNetwork =>
  network !== "paypal" && simulationOf(network).needsSweep;

type SweptNetwork = {
  [Name in NetworkName]: (typeof networks)[Name]["sandbox"]["needsSweep"] extends true ? Name : never;
}[NetworkName];

/** A transaction id in the network's format, derived from the key. */
export function transactionId(network: Network, key: string): string {
  const hex = bytesToHex(fingerprint("transaction", network, key));
  return network === "paypal" ? hex.slice(0, 17).toUpperCase() : simulationOf(network).idPrefix + hex;
}

/** What a transfer costs: what the network usually takes. Null where the sender pays none. */
export const networkFee = (network: Network) => feeOf(network, "usual");

/** The most that a transfer may cost. */
export const mostNetworkFee = (network: Network) => feeOf(network, "most");

/** What a transfer costs that the network has refused. */
export const failureFee = (network: Network) => feeOf(network, "refused");

function feeOf(network: Network, kind: "usual" | "most" | "refused"): NetworkFee | null {
  if (network === "paypal") return null;
  const { asset, [kind]: amount } = simulationOf(network).fee;
  return amount === null ? null : { asset, amount };
}
