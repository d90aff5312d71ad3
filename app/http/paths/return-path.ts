/** Where no parser and no browser disagrees: the check is done on what a browser would make of the value. */
const nowhere = "http://return-path.invalid";

/**
 * A path of this site that a form or a link may name as the place to go on to; anything else becomes `otherwise`.
 * remix-utils' safeRedirect lets `/\t/evil.com` through, hence our own.
 */
export function safeReturnPath(value: unknown, otherwise = "/"): string {
  if (typeof value !== "string" || value.length > 2000) return otherwise;
  // Tabs and line ends are dropped by URL parsers, a backslash reads as a slash: nobody needs them here.
  if (!/^\/(?![/\\])/.test(value) || hasControl(value) || value.includes("\\")) return otherwise;
  if (!URL.canParse(value, nowhere)) return otherwise;
  const url = new URL(value, nowhere);
  if (url.origin !== nowhere || url.pathname.startsWith("//")) return otherwise;
  return url.pathname + url.search + url.hash;
}

function hasControl(text: string): boolean {
  return [...text].some((letter) => letter < " " || letter === "\u007f");
}
