import { bytesToHex } from "@noble/hashes/utils.js";
import { fingerprint } from "./fingerprint.ts";

/** A place where money of some assets lies. Its name, with `sandbox-` before it, is the rail's in the ledger. */
export type Network = "tron" | "ethereum" | "bitcoin" | "litecoin" | "paypal";

const networkOfAsset: Readonly<Record<string, Network>> = {
  "usdt-trc20": "tron",
  trx: "tron",
  eth: "ethereum",
  "usdt-erc20": "ethereum",
  btc: "bitcoin",
  ltc: "litecoin",
  "paypal-usd": "paypal",
  "paypal-eur": "paypal",
};

/** Undefined for an asset that the sandbox cannot play. */
export function networkOf(asset: string): Network | undefined {
  return networkOfAsset[asset];
}

export const railId = (network: Network) => `sandbox-${network}`;

/** A transaction id that looks like the network's own and is always the same for the same key. */
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
 * What moving money costs there, in minor units of the asset that pays it. Null where the sender's account bears
 * nothing; TRON burns TRX, of which the sandbox keeps no books.
 */
export function networkFee(network: Network): { asset: string; amount: bigint } | null {
  switch (network) {
    case "ethereum":
      return { asset: "eth", amount: 420_000_000_000_000n };
    case "bitcoin":
      return { asset: "btc", amount: 1_410n };
    case "litecoin":
      return { asset: "ltc", amount: 1_500n };
    case "tron":
    case "paypal":
      return null;
  }
}
