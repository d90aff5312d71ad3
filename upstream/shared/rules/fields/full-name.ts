const longest = 120;
/** Controls, characters that change how others are read, and what is no character; joiners are part of some scripts' spelling. */
const unreadable = /(?![\u200c\u200d])\p{C}|[\p{Zl}\p{Zp}<>]/u;
const address = /:\/\/|^\/\/|\bwww\.|\S@\S+\.\S/i;
/** Letters, figures and signs of full width, as keyboards of East Asia type them. */
const fullWidth = /[\uff01-\uff5e]/g;

/**
 * The name of an account's owner as it was typed, with single spaces: PayPal compares it, so it may have any form that a name or a
 * business has there: «Vincent van 't Hoff», «ООО "Ромашка"», «Yahoo! Inc», «Shop #1», «Booking.com». Undefined for what is none:
 * without a letter, a link, an email address, angle brackets, characters that nobody sees.
 */
export function readFullName(text: string): string | undefined {
  const typed = text.replace(/\s+/gu, " ").trim();
  if (typed.length > longest || !/\p{L}/u.test(typed)) return undefined;
  // Not NFKC for all: it would make «Магазин No1» of «Магазин №1».
  const name = typed.replace(fullWidth, (sign) => sign.normalize("NFKC")).normalize("NFC");
  return unreadable.test(name) || address.test(name) ? undefined : name;
}
