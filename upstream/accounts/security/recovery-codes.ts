import { randomBytes } from "node:crypto";
import { base32crockford } from "@scure/base";

const codes = 10;
/** 80 bits: sixteen signs of base 32, nobody finds one by trying. */
const codeBytes = 10;

/** Ten of them, in groups of four for people. Letters that look like digits do not occur. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () => {
    const text = base32crockford.encode(randomBytes(codeBytes)).toLowerCase();
    return (text.match(/.{4}/g) ?? []).join("-");
  });
}

/** What is compared: however it was typed. */
export function plainRecoveryCode(typed: string): string {
  return typed
    .replace(/[^0-9a-z]/gi, "")
    .toLowerCase()
    .replace(/o/g, "0")
    .replace(/[il]/g, "1");
}
