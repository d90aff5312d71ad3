const longest = 120;
/**
 * Letters of any script with their marks, digits, and the signs that names of people and businesses have at PayPal: «Vincent
 * van 't Hoff», «O‘Neil», «Gal·la», «Davis, Jr.», «J & K Trading». Joiners are part of some scripts' spelling.
 */
const name = /^(?:\p{L}|\p{M}|\p{N}|\u200c|\u200d|[ '’‘ʼ`´.,·&+/()-])+$/u;

/**
 * The name of an account's owner as it was typed, with single spaces: PayPal compares it, so it may have any form that a name
 * has there. Undefined for what is none: without a letter, an address of any kind, signs that no name has.
 */
export function readFullName(text: string): string | undefined {
  const typed = text.replace(/\s+/gu, " ").trim();
  if (typed.length > longest || !/\p{L}/u.test(typed) || !name.test(typed) || isLink(typed)) return undefined;
  return typed.normalize("NFC");
}

const isLink = (text: string) => /:\/\/|\/\/|\bwww\.|^\S+\.(?:com|net|org|ru|io|me)$/i.test(text);
