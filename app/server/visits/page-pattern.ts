import { publicPages } from "../../http/paths/public-pages.ts";
import { splitPath } from "../../i18n/languages.ts";

const known: ReadonlySet<string> = new Set(publicPages);

/**
 * The page of an address for counting: `/exchange/usdt-to-paypal`, `/order/:ref`. Addresses that name an order or a
 * member's thing are counted together. `route` is the pattern of the page that answered, as `($lang).order.$ref`.
 */
export function pagePattern(address: string, route: string): string {
  const { path } = splitPath(address);
  if (known.has(path) || /^\/pairs\/[a-z\d-]{3,60}$/.test(path)) return path;
  return patternOf(route);
}

/** The same for a page that a browser reports; undefined for one that does not exist. It may name any pair. */
export function reportedPattern(address: string, route: string, isKnown: boolean): string | undefined {
  const { path } = splitPath(address);
  if (known.has(path)) return path;
  return isKnown ? patternOf(route) : undefined;
}

function patternOf(route: string): string {
  const parts = route.split(".").filter((part) => part !== "($lang)" && part !== "_index");
  return `/${parts.map((part) => part.replace(/_$/, "").replace(/^\$/, ":")).join("/")}`;
}
