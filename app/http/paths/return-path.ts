/** Compares what a browser would make of the value, because parsers disagree. */
const nowhere = "http://return-path.invalid";

/**
 * A path of this site for a redirect after a form or link; otherwise `otherwise`. remix-utils' safeRedirect accepts
 * `/\t/evil.com`.
 */
export function safeReturnPath(value: unknown, otherwise = "/"): string {
  if (typeof value !== "string" || value.length > 2000) return otherwise;
  // URL parsers drop tabs and line ends and read a backslash as a slash.
  if (!/^\/(?![/\\])/.test(value) || hasControl(value) || value.includes("\\")) return otherwise;
  if (!URL.canParse(value, nowhere)) return otherwise;
  const url = new URL(value, nowhere);
  if (url.origin !== nowhere || url.pathname.startsWith("//")) return otherwise;
  return url.pathname + url.search + url.hash;
}

function hasControl(text: string): boolean {
  return [...text].some((letter) => letter < " " || letter === "\u007f");
}
