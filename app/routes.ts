import { flatRoutes } from "@remix-run/fs-routes";
import { type RouteConfigEntry, route } from "@remix-run/route-config";
import { textPages } from "./http/paths/text-pages.ts";
import { prefixes } from "./i18n/languages.ts";

const optionalLanguage = ":lang?";

/**
 * Remix's optional segment matches anything: `/receive-paypal` would be the home page, and a POST to `/xx/track` would
 * run the action. Each `($lang)` route becomes exactly three, case-sensitive: without prefix, under /En and under /Ru.
 * See docs/decisions/002.
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
  const { id, index, children, path: written, ...rest } = entry;
  const path = hasLanguage(entry) ? [prefix, written?.replace(/^:lang\?\/?/, "")].filter(Boolean).join("/") : written;
  return {
    ...rest,
    ...(id !== undefined && { id: prefix ? `${prefix}:${id}` : id }),
    caseSensitive: true,
    ...(path && { path }),
    // Remix ignores the case of an index route: /en would be a second home page.
    ...(!prefix && index !== undefined && { index }),
    ...(children && { children: children.map((child) => copyFor(child, prefix)) }),
  };
}

/** One file for all text pages, and a route for each, named as if it had a folder. */
function textPageRoutes(): RouteConfigEntry[] {
  return textPages.map(({ path }) =>
    route(`${optionalLanguage}${path}`, "routes/text-page/route.tsx", {
      id: `routes/($lang)${path.replaceAll("/", ".")}/route`,
    }),
  );
}

export default flatRoutes({ ignoredRouteFiles: ["**/*.test.*", "**/text-page/**"] }).then((routes) =>
  expand([...routes, ...textPageRoutes()]),
);
