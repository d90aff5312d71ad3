/** A line that mail programs put above the message they quote: it ends with a colon and has an address or a date. */
const attribution = /^(?=.*(?:@|\d{4}|\d{1,2}[:.]\d{2})).{3,300}:\s*$/u;
const attributionStart = /\b\d{4}\b.*\b\d{1,2}[:.]\d{2}\b[^:]*$/u;
const separator =
  /^(?:-{2,}\s*(?:original message|исходное сообщение|forwarded message|пересылаемое сообщение).*|_{10,})$/i;

/**
 * The new text of an answer, without the message it quotes at its end. Quotes between the lines stay: the answer may need
 * them.
 */
export function withoutQuote(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const begun = lines.findIndex((line) => separator.test(line.trim()));
  const ownLines = begun >= 0 ? lines.slice(0, begun) : lines;
  let end = ownLines.length;
  while (end > 0 && /^\s*(>.*)?$/.test(ownLines[end - 1] ?? "")) end -= 1;
  const hasQuote = ownLines.slice(end).some((line) => line.trimStart().startsWith(">"));
  if (!hasQuote) return ownLines.join("\n").trim();
  const last = ownLines[end - 1] ?? "";
  if (attribution.test(last.trim())) end -= 1;
  // A long one is broken over two lines, of which the first has the time.
  if (end < ownLines.length && !/\d{4}/.test(last) && attributionStart.test(ownLines[end - 1] ?? "")) end -= 1;
  return ownLines.slice(0, end).join("\n").trim();
}
