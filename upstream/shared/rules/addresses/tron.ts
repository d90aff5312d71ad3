import { readBase58Address } from "./base58.ts";
import type { ReadAddress } from "./reading.ts";

/** TRON's version byte. Every TRON address begins with `T` because of it. */
const version = 0x41;

export function readTronAddress(text: string): ReadAddress {
  const address = readBase58Address(text);
  if (!address || !text.startsWith("T")) return { fault: "address_format" };
  if (!address.checksumHolds) return { fault: "address_checksum" };
  return address.version === version ? { account: text } : { fault: "address_format" };
}
