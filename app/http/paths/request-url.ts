/**
 * Normalises the request target: a path of this site with one leading slash, without dot segments and with valid
 * escapes. Absolute forms lose their host; an invalid `%`, or one that encodes a backslash or control character,
 * becomes a literal `%` (and a 404).
 */
export function repairedUrl(target: string): string {
  const [path = "", query] = splitQuery(localPart(target));
  const { pathname } = new URL(`http://site.invalid/${path.replace(/^[/\\]+/, "")}`);
  const whole = pathname.replace(/^\/+/, "/");
  return (isPlain(whole) ? whole : whole.replaceAll("%", "%25")) + (query === undefined ? "" : `?${query}`);
}

/**
 * Removes the order token (`?t=`) from a target, so that no log, Referer or history contains it. Other parameters stay.
 * A malformed token is dropped: it opens nothing.
 */
export function withoutOrderToken(target: string): { url: string; token: string | null } {
  const [path = "", query] = splitQuery(target);
  if (query === undefined) return { url: target, token: null };
  const parts = query.split("&");
  const otherParts = parts.filter((part) => nameOf(part) !== "t");
  if (otherParts.length === parts.length) return { url: target, token: null };
  const value = parts.find((part) => nameOf(part) === "t")?.split("=")[1] ?? "";
  return {
    url: otherParts.length > 0 ? `${path}?${otherParts.join("&")}` : path,
    token: /^[\w-]{20,100}$/.test(value) ? value : null,
  };
}

/** An address from `withoutOrderToken` as the visitor opened it. */
export function withOrderToken(url: string, token: string | null): string {
  return token === null ? url : `${url}${url.includes("?") ? "&" : "?"}t=${token}`;
}

/** Removes the query from Google's callback address: it contains the sign-in code and state. */
export function withoutGoogleAnswer(target: string): { url: string; answer: string | null } {
  const [path = "", query] = splitQuery(target);
  if (query === undefined || !/\/auth\/google\/callback/i.test(decoded(path) ?? path))
    return { url: target, answer: null };
  return { url: path, answer: query };
}

function localPart(target: string): string {
  if (target.startsWith("/")) return target;
  if (!URL.canParse(target)) return "/";
  const { pathname, search } = new URL(target);
  return pathname + search;
}

function splitQuery(target: string): [string, string?] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target] : [target.slice(0, mark), target.slice(mark + 1)];
}

function nameOf(parameter: string): string {
  const name = parameter.split("=")[0] ?? "";
  return decoded(name) ?? name;
}

function isPlain(path: string): boolean {
  const text = decoded(path);
  return text !== null && ![...text].some((letter) => letter < " " || letter === "\\" || letter === "\u007f");
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
