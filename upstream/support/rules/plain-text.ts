/**
 * Control characters, Unicode's bidirectional controls and invisible signs: with them a message can look like something
 * else than it says.
 */
const hidden = /\p{Cc}|\p{Bidi_Control}|\p{Default_Ignorable_Code_Point}/gu;
/** Line breaks, the joiners of some scripts and emoji, and the selector of an emoji's colours. */
const allowedSigns: ReadonlySet<string> = new Set(["\n", "\u200c", "\u200d", "\ufe0f"]);

/** A message as plain text: at most one empty line in a row. Empty when nothing is left to read. */
export function plainText(typed: string): string {
  return typed
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll("\t", " ")
    .replace(hidden, (sign) => (allowedSigns.has(sign) ? sign : ""))
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** A name or a file's name in one line; null when nothing is left. */
export function plainLine(typed: string, maxLength: number): string | null {
  const line = plainText(typed).replace(/\s+/g, " ").slice(0, maxLength).trim();
  return line === "" ? null : line.replace(/\p{Surrogate}$/u, "");
}
