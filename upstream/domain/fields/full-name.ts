/** Letters of any script with the marks used in names. At least two words, since a payout is matched by both names. */
const word = "[\\p{L}\\p{M}]+(?:['’.-][\\p{L}\\p{M}]+)*\\.?";
const name = new RegExp(`^${word}(?: ${word})+$`, "u");

/** The name with single spaces; undefined when invalid. */
export function readFullName(text: string): string | undefined {
  const typed = text.trim().replace(/\s+/gu, " ");
  return typed.length <= 120 && name.test(typed) ? typed.normalize("NFC") : undefined;
}
