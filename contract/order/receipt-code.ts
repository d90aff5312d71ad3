import { normalizedRef } from "./order-number.ts";

/** Length of a check code: the order's number, then as many characters of proof. */
export const receiptCodeLength = 20;

const codePattern = /^[0-9A-HJKMNP-TV-Z]{20}$/;

/** The check code in a typed text, without dashes, with the characters that people confuse set right. */
export function parseReceiptCode(text: string): string | undefined {
  const code = normalizedRef(text);
  return codePattern.test(code) ? code : undefined;
}

/** For paper: `7Q2MK9XW3T5RA0D8Z6GH` -> `7Q2M-K9XW-3T5R-A0D8-Z6GH`. */
export function shownReceiptCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, "$&-");
}
