import { readBase58Address } from "./base58.ts";
import type { ReadAddress } from "./reading.ts";

/** TRON's version byte. Every TRON address begins with `T` because of it. */
export const tronVersion = 0x41;

export function readTronAddress(text: string): ReadAddress {
  const address = readBase58Address(text);
  if (!address || !text.startsWith("T")) return { fault: "address_format" };
  if (!address.checksumHolds) return { fault: "address_checksum" };
  return address.version === tronVersion ? { account: text } : { fault: "address_format" };
}
