/** Crockford's base 32: no I, L, O and U, so that a number read over the telephone is the number that was written. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const refLength = 10;

/** A new number from at least ten random bytes: 50 bits of them count. */
export function refFromBytes(random: Uint8Array): string {
  if (random.length < refLength) throw new Error("An order number needs ten random bytes");
  return Array.from(random.subarray(0, refLength), (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** How an order's number is stored and sent: capitals and digits, without dashes. */
export const refPattern = /^[0-9A-HJKMNP-TV-Z]{10}$/;

/** Typed text as a number would be stored: small letters, dashes and spaces are accepted, `O` is zero, `I` and `L` are one. */
export function normalizedRef(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}

/** The order number in what somebody typed; undefined when there is none. */
export function parseRef(text: string): string | undefined {
  const ref = normalizedRef(text);
  return refPattern.test(ref) ? ref : undefined;
}

/** As it is shown: `7Q2MK9XW3T` -> `7Q2M-K9XW-3T`. Other text stays as it is. */
export function shownRef(ref: string): string {
  return ref.replace(/^(.{4})(.{4})(.{2})$/, "$1-$2-$3");
}
