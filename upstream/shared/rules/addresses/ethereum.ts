import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ReadAddress } from "./reading.ts";

/**
 * EIP-55: the case of the letters is the checksum. An address in a single case has no checksum and is accepted. Returns
 * the checksummed spelling.
 */
export function readEthereumAddress(text: string): ReadAddress {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1];
  if (digits === undefined || isBurnAddress(digits)) return { fault: "address_format" };
  const plain = digits.toLowerCase();
  const checksummed = withChecksum(plain);
  const carriesChecksum = digits !== plain && digits !== digits.toUpperCase();
  if (carriesChecksum && digits !== checksummed) return { fault: "address_checksum" };
  return { account: `0x${checksummed}` };
}

/** The address of twenty bytes. */
export const ethereumAddress = (bytes: Uint8Array) => `0x${withChecksum(bytesToHex(bytes))}`;

/** The zero address has no owner: money sent there is destroyed. */
function isBurnAddress(digits: string): boolean {
  return /^0+$/.test(digits);
}

function withChecksum(plain: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(plain)));
  return Array.from(plain, (digit, index) => (/[89a-f]/.test(hash.charAt(index)) ? digit.toUpperCase() : digit)).join(
    "",
  );
}
