import { bytesToHex } from "@noble/hashes/utils.js";
import type { NetworkFee } from "../../ledger/rules/network-fee.ts";
import type { AssetDescription } from "../../ports/rail.ts";
import { fingerprint } from "./fingerprint.ts";

/** A simulated network or wallet that holds some assets. `sandbox-` and its name is the rail in the ledger. */
export type Network = "tron" | "ethereum" | "bitcoin" | "litecoin" | "paypal";

const simulated: Readonly<Record<string, { network: Network; decimals: number }>> = {
  "usdt-trc20": { network: "tron", decimals: 6 },
  trx: { network: "tron", decimals: 6 },
  eth: { network: "ethereum", decimals: 18 },
  "usdt-erc20": { network: "ethereum", decimals: 6 },
  btc: { network: "bitcoin", decimals: 8 },
  ltc: { network: "litecoin", decimals: 8 },
  "paypal-usd": { network: "paypal", decimals: 2 },
  "paypal-eur": { network: "paypal", decimals: 2 },
};

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

/**
 * Whether money at deposit addresses has to be swept before it can be paid out. A transaction of Bitcoin and Litecoin
 * spends from any of our addresses, and PayPal has one balance. A TRON or Ethereum transfer is sent by the account that has
 * the money, which at a deposit address has none of the coin that pays its fee.
 */
export const needsSweep = (network: Network): network is "tron" | "ethereum" =>
  network === "tron" || network === "ethereum";

/** A transaction id in the network's format, derived from the key. */
export function transactionId(network: Network, key: string): string {
  const hex = bytesToHex(fingerprint("transaction", network, key));
  switch (network) {
    case "ethereum":
      return `0x${hex}`;
    case "paypal":
      return hex.slice(0, 17).toUpperCase();
    default:
      return hex;
  }
}

/**
 * What a transfer costs, in minor units of the asset that pays it: what the network usually takes. On TRON energy is rented for the
 * 65,000 units of a transfer; on Ethereum they are 65,000 gas at 2.5 gwei. Null where the sender pays none.
 */
export function networkFee(network: Network): NetworkFee | null {
  switch (network) {
    case "tron":
      return { asset: "trx", amount: 2_500_000n };
    case "ethereum":
      return { asset: "eth", amount: 160_000_000_000_000n };
    case "bitcoin":
      return { asset: "btc", amount: 1_410n };
    case "litecoin":
      return { asset: "ltc", amount: 1_500n };
    case "paypal":
      return null;
  }
}

/** The most that a transfer may cost: on TRON to an address that is new to the token, with no energy rented; on Ethereum at 6.5 gwei. */
export function mostNetworkFee(network: Network): NetworkFee | null {
  switch (network) {
    case "tron":
      return { asset: "trx", amount: 13_400_000n };
    case "ethereum":
      return { asset: "eth", amount: 420_000_000_000_000n };
    default:
      return networkFee(network);
  }
}

/**
 * What a transfer costs that the network has refused: a contract that reverts has used a part of the gas by then. A coin's
 * own network charges nothing for a transfer that it does not include.
 */
export function failureFee(network: Network): NetworkFee | null {
  switch (network) {
    case "tron":
      return { asset: "trx", amount: 1_200_000n };
    case "ethereum":
      return { asset: "eth", amount: 60_000_000_000_000n };
    case "bitcoin":
    case "litecoin":
    case "paypal":
      return null;
  }
}
