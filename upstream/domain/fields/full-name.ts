/** Letters of any script with the marks that names carry; at least two words, since a payout is matched against both. */
const word = "[\\p{L}\\p{M}]+(?:['’.-][\\p{L}\\p{M}]+)*\\.?";
const name = new RegExp(`^${word}(?: ${word})+$`, "u");

/** First and last name with single spaces; undefined when it cannot be one. */
export function readFullName(text: string): string | undefined {
  const typed = text.trim().replace(/\s+/gu, " ");
  return typed.length <= 120 && name.test(typed) ? typed.normalize("NFC") : undefined;
}
