import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

/** Thirty-two bytes derived from the parts, so that the sandbox is deterministic. */
export function fingerprint(...parts: string[]): Uint8Array {
  return sha256(utf8ToBytes(["kursa-sandbox", ...parts].join("\n")));
}
