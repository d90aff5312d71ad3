import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

/** Thirty-two bytes that depend on nothing but the given parts, so that the sandbox says the same thing twice. */
export function fingerprint(...parts: string[]): Uint8Array {
  return sha256(utf8ToBytes(["kursa-sandbox", ...parts].join("\n")));
}
