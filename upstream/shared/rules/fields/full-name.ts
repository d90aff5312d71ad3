import { withoutFullWidth } from "../../../../contract/values/pasted-text.ts";

const longest = 120;
/** Controls, characters that change how others are read, and what is no character; joiners are part of some scripts' spelling. */
const unreadable = /(?![\u200c\u200d])\p{C}|[\p{Zl}\p{Zp}<>]/u;
/** Pictures, and what makes one of another character; © and its like are signs of text. */
const picture = /(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Presentation}|[\ufe0f\u20e3]/u;
const address = /:\/\/|^\/\/|\bwww\.|\S@\S+\.\S/i;

/**
 * Zero-width spaces, byte order marks, soft hyphens and marks of direction that turn nothing round: phones put them around a copied
 * contact. Embeddings and overrides are none: they can make a name look like another.
 */
const mark = "[\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2060\\u2066-\\u2069\\ufeff]";
const marksBetweenWords = new RegExp(`(?<=^|\\s)${mark}+|${mark}+(?=\\s|$)`, "gu");
/** A joiner at the end of a text joins nothing. */
const joinersAround = /^[\u200c\u200d]+|[\u200c\u200d]+$/g;

/** A typed name with single spaces, without the marks that come along when it is copied; those inside a word stay. */
export function withoutCopiedMarks(typed: string): string {
  const words = typed.replace(marksBetweenWords, "").trim().replace(joinersAround, "");
  return words.replace(/\s+/gu, " ").trim();
}

/** Without angle brackets, pictures and characters that nobody sees. */
export const isPlainName = (name: string) => !unreadable.test(name) && !picture.test(name);

/**
 * The name of an account's owner as it was typed, with single spaces: PayPal compares it, so it may have any form that a name or a
 * business has there: «Vincent van 't Hoff», «ООО "Ромашка"», «Yahoo! Inc», «Shop #1», «Booking.com». Undefined for what is none:
 * without a letter, a link, an email address, angle brackets, emoji, characters that nobody sees.
 */
export function readFullName(text: string): string | undefined {
  const typed = withoutCopiedMarks(text);
  if (typed.length > longest || !/\p{L}/u.test(typed)) return undefined;
  // Not NFKC for all: it would make «Магазин No1» of «Магазин №1».
  const name = withoutFullWidth(typed).normalize("NFC");
  return isPlainName(name) && !address.test(name) ? name : undefined;
}
