import { flatRoutes } from "@remix-run/fs-routes";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { prefixes } from "./i18n/languages.ts";

const optionalLanguage = ":lang?";

/**
 * Remix's optional segment matches anything, so that `/receive-paypal` would be the home page and a post to
 * `/xx/track` would run the action. Each `($lang)` route becomes exactly three, case-sensitive: without prefix,
 * under /En and under /Ru. See docs/decisions/002.
 */
function expand(entries: RouteConfigEntry[]): RouteConfigEntry[] {
  return entries.flatMap((entry) =>
    hasLanguage(entry) ? [undefined, ...prefixes].map((prefix) => copyFor(entry, prefix)) : [entry],
  );
}

function hasLanguage(entry: RouteConfigEntry): boolean {
  return entry.path === optionalLanguage || entry.path?.startsWith(`${optionalLanguage}/`) === true;
}

function copyFor(entry: RouteConfigEntry, prefix: string | undefined): RouteConfigEntry {
  const rest = entry.path?.replace(/^:lang\?\/?/, "");
  return {
    ...entry,
    id: prefix ? `${prefix}:${entry.id}` : entry.id,
    caseSensitive: true,
    // Remix forgets the case of an index route: /en would be a second home page.
    index: prefix ? undefined : entry.index,
    path: hasLanguage(entry) ? [prefix, rest].filter(Boolean).join("/") || undefined : entry.path,
    children: entry.children?.map((child) => copyFor(child, prefix)),
  };
}

export default flatRoutes({ ignoredRouteFiles: ["**/*.test.*"] }).then(expand);
