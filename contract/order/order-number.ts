import { asciiForm, plainCode, unwrapped } from "../values/pasted-text.ts";

/** Crockford's base 32: no I, L, O and U, so that a number read aloud is written down correctly. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const refLength = 10;

/** A new number from at least ten random bytes, of which 50 bits are used. */
export function refFromBytes(random: Uint8Array): string {
  if (random.length < refLength) throw new Error("An order number needs ten random bytes");
  return inBase32(random.subarray(0, refLength));
}

/** One character for each byte, of which five bits are used. */
export function inBase32(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** An order number as stored and sent: capitals and digits, without dashes. */
export const refPattern = /^[0-9A-HJKMNP-TV-Z]{10}$/;

/** The page of an order, in whatever language, with or without what follows the number. */
const orderLink = /^https?:\/\/[^\s?#]+\/order\/([^\s/?#]+)/i;
/** `№ 7Q2M-K9XW-3T`, `Order #7Q2M-K9XW-3T`. */
const numberSign = /^[\p{L}\s("'«“]*[№#]/u;

/**
 * Normalises typed and pasted text: lower case, dashes, spaces and invisible characters, full width, a number sign before, brackets,
 * quotes and punctuation around are accepted, `O` is read as zero, `I` and `L` as one. Of a link to an order, its number.
 */
export function normalizedRef(text: string): string {
  const typed = unwrapped(asciiForm(text));
  const [, linked] = orderLink.exec(typed) ?? [];
  return plainCode((linked ?? typed).replace(numberSign, ""))
    .toUpperCase()
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}

/** The order number in a typed text; undefined when there is none. */
export function parseRef(text: string): string | undefined {
  const ref = normalizedRef(text);
  return refPattern.test(ref) ? ref : undefined;
}

/** For display: `7Q2MK9XW3T` -> `7Q2M-K9XW-3T`. Other text stays unchanged. */
export function shownRef(ref: string): string {
  return ref.replace(/^(.{4})(.{4})(.{2})$/, "$1-$2-$3");
}
