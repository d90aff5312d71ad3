/** Crockford's base 32: no I, L, O and U, so that a number read over the telephone is the number that was written. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const refLength = 10;

/** A new number from at least ten random bytes: 50 bits of them count. */
export function refFromBytes(random: Uint8Array): string {
  if (random.length < refLength) throw new Error("An order number needs ten random bytes");
  return Array.from(random.subarray(0, refLength), (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** An order's number as people type it: small letters, dashes, spaces, `O` for zero, `I` and `L` for one. */
export function parseRef(text: string): string | undefined {
  const typed = text
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return isRef.test(typed) ? typed : undefined;
}

const isRef = /^[0-9A-HJKMNP-TV-Z]{10}$/;

/** As it is shown: `7Q2M-K9XW-3T`. */
export function shownRef(ref: string): string {
  return `${ref.slice(0, 4)}-${ref.slice(4, 8)}-${ref.slice(8)}`;
}
