import { readBase58Address } from "./base58.ts";
import type { ReadAddress } from "./reading.ts";
import { readSegwitAddress } from "./segwit.ts";

/** What differs between Bitcoin and coins derived from it: version bytes and prefixes. */
export type Coin = {
  versions: readonly number[];
  prefix: string;
  /**
   * First characters of its base58 addresses. A broken checksum after one of them is a typing error, not another
   * format.
   */
  initials: string;
  test: { versions: readonly number[]; prefixes: readonly string[] };
};

export function readCoinAddress(text: string, coin: Coin): ReadAddress {
  const segwit = readSegwitAddress(text, [coin.prefix, ...coin.test.prefixes]);
  if (segwit?.state === "mistyped") return { fault: "address_checksum" };
  if (segwit?.state === "unusable") return { fault: "address_format" };
  if (segwit) return segwit.prefix === coin.prefix ? { account: segwit.account } : { fault: "address_network" };
  return readOldAddress(text, coin);
}

function readOldAddress(text: string, coin: Coin): ReadAddress {
  const address = readBase58Address(text);
  if (!address) return { fault: "address_format" };
  if (!address.checksumHolds)
    return { fault: coin.initials.includes(text.charAt(0)) ? "address_checksum" : "address_format" };
  if (coin.versions.includes(address.version)) return { account: text };
  return { fault: coin.test.versions.includes(address.version) ? "address_network" : "address_format" };
}
