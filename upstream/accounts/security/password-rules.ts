import type { FieldError } from "../../../contract/values/problem.ts";
import common from "./common-passwords.json" with { type: "json" };

/** Characters as a person counts them. */
const minLength = 10;
const maxLength = 256;

/**
 * What is wrong with a new password: its length, or that it is common. No composition rules: see docs/decisions/128.
 * `common-passwords.json` has the entries of ten characters and more among the first 200,000 of the SecLists "10
 * million passwords", in lower case; shorter ones are refused by length.
 */
export function passwordFault(password: string, email: string, pointer = "/password"): FieldError | undefined {
  if (password === "") return { pointer, code: "required" };
  const length = [...password].length;
  if (length < minLength) return { pointer, code: "password_short", meta: { min: String(minLength) } };
  if (length > maxLength) return { pointer, code: "too_long", meta: { max: String(maxLength) } };
  return isGuessable(password, email) ? { pointer, code: "password_common" } : undefined;
}

function isGuessable(password: string, email: string): boolean {
  const plain = password.toLowerCase();
  const [name = ""] = email.toLowerCase().split("@");
  commonPasswords ??= new Set(common.passwords.split(" "));
  return commonPasswords.has(plain) || plain === email.toLowerCase() || plain === name || new Set(plain).size < 3;
}

let commonPasswords: Set<string> | undefined;
