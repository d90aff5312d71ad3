import { keccak_256 } from "@noble/hashes/sha3.js";
import { hexToBytes } from "@noble/hashes/utils.js";

/**
 * Whether a block can hold a log with all of these addresses and topics, by the filter in its header (EVM, "logs bloom"). False
 * is certain. True without such a log is possible, and reason to ask again. `hexes` and the filter start with 0x.
 */
export function mayContain(logsBloom: string, hexes: readonly string[]): boolean {
  return hexes.every((hex) => bitsOf(hex).every((bit) => isSet(logsBloom, bit)));
}

/** Three bits of 2048: the low eleven of each of the first three pairs of bytes of the hash. */
function bitsOf(hex: string): number[] {
  const hash = keccak_256(hexToBytes(hex.slice(2)));
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047);
}

/** Bit 0 is the lowest of the last byte. */
function isSet(logsBloom: string, bit: number): boolean {
  const digit = logsBloom.at(-1 - (bit >> 2)) ?? "0";
  return (Number.parseInt(digit, 16) & (1 << (bit & 3))) !== 0;
}
