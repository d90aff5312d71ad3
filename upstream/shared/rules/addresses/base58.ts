import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { base58, createBase58check } from "@scure/base";

/** Version byte, 20-byte hash, 4-byte checksum: the layout of old addresses of Bitcoin and its like, and of TRON's. */
const addressBytes = 25;
const alphabet = /^[1-9A-HJ-NP-Za-km-z]{25,36}$/;

export type Base58Address = { version: number; hash: Uint8Array; checksumHolds: boolean };

/** Undefined when the text cannot be a base58 address. */
export function readBase58Address(text: string): Base58Address | undefined {
  if (!alphabet.test(text)) return undefined;
  const bytes = base58.decode(text);
  const version = bytes[0];
  if (bytes.length !== addressBytes || version === undefined) return undefined;
  const checksum = sha256(sha256(bytes.subarray(0, 21)));
  return {
    version,
    hash: bytes.slice(1, 21),
    checksumHolds: bytes.subarray(21).every((byte, index) => byte === checksum[index]),
  };
}

/** The address of a hash of twenty bytes. */
export function base58Address(version: number, hash: Uint8Array): string {
  return base58check.encode(concatBytes(Uint8Array.of(version), hash));
}

const base58check = createBase58check(sha256);
