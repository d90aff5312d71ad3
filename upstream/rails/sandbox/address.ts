import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { bech32, createBase58check } from "@scure/base";
import { fingerprint } from "./fingerprint.ts";
import type { Network } from "./network.ts";

/**
 * The sandbox's payment addresses: valid, with a correct checksum, and derived from the order, so that repeating a
 * request gives the same one. Nobody has their keys: Bitcoin and Litecoin use test network prefixes, which a wallet
 * with real coins refuses. TRON and Ethereum have no such prefix.
 */
export function depositAddress(network: Exclude<Network, "paypal">, ref: string): string {
  return addressOf(network, ref, { bitcoin: "tb", litecoin: "tltc" });
}

/** An address that a customer can give as their own, which is on the main network. Nobody has its key either. */
export function payoutAddress(network: Exclude<Network, "paypal">, name: string): string {
  return addressOf(network, name, { bitcoin: "bc", litecoin: "ltc" });
}

type Prefixes = Record<"bitcoin" | "litecoin", string>;

function addressOf(network: Exclude<Network, "paypal">, name: string, prefixes: Prefixes): string {
  const hash = fingerprint("address", network, name).slice(0, 20);
  switch (network) {
    case "tron":
      return base58check.encode(concatBytes(Uint8Array.of(0x41), hash));
    case "ethereum":
      return checksummed(bytesToHex(hash));
    case "bitcoin":
    case "litecoin":
      return witnessAddress(prefixes[network], hash);
  }
}

const base58check = createBase58check(sha256);

/** Version 0 witness program, BIP 173. */
function witnessAddress(prefix: string, program: Uint8Array): string {
  return bech32.encode(prefix, [0, ...bech32.toWords(program)]);
}

/** EIP-55: the hash of the address decides which letters are upper case. */
function checksummed(hex: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)));
  const letters = [...hex].map((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${letters.join("")}`;
}
