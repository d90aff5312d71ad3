import { publicPages } from "../../http/paths/public-pages.ts";
import { splitPath } from "../../i18n/languages.ts";

const publicPaths: ReadonlySet<string> = new Set(publicPages);

/**
 * The page of an address for counting: `/exchange/usdt-to-paypal`, `/order/:ref`. Addresses that name an order or a
 * member's thing are counted together. `route` is the pattern of the page that answered, as `($lang).order.$ref`.
 */
export function pagePattern(address: string, route: string): string {
  const { path } = splitPath(address);
  if (publicPaths.has(path) || /^\/pairs\/[a-z\d-]{3,60}$/.test(path)) return path;
  return patternOf(route);
}

/** The public page of an address that a browser reports; undefined for any other, so that browsers add no pages to the counts. */
export function publicPage(address: string): string | undefined {
  const { path } = splitPath(address);
  return publicPaths.has(path) ? path : undefined;
}

function patternOf(route: string): string {
  const parts = route.split(".").filter((part) => part !== "($lang)" && part !== "_index");
  return `/${parts.map((part) => part.replace(/_$/, "").replace(/^\$/, ":")).join("/")}`;
}
