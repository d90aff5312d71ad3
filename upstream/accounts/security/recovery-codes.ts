import { randomBytes } from "node:crypto";
import { base32crockford } from "@scure/base";
import { plainCode } from "../../../contract/values/pasted-text.ts";

const codes = 10;
/** 80 bits, sixteen characters of base 32: not guessable. */
const codeBytes = 10;

/** Ten codes in groups of four. The alphabet has no letters that look like digits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () => {
    const text = base32crockford.encode(randomBytes(codeBytes)).toLowerCase();
    return (text.match(/.{4}/g) ?? []).join("-");
  });
}

/** The form that is compared, whatever case and spaces were typed. */
export function normalizedRecoveryCode(typed: string): string {
  return plainCode(typed)
    .replace(/[^0-9a-z]/gi, "")
    .toLowerCase()
    .replace(/o/g, "0")
    .replace(/[il]/g, "1");
}
