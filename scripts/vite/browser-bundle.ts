import { readFileSync } from "node:fs";
import type { Plugin, Rollup } from "vite";

/** Remix asks for each route module under this name when it builds for the browser. */
const asClientRoute = "?__remix-build-client-route";

/**
 * Leaves the pages that are sent without scripts out of the browser's code: each was a chunk that nobody fetched, and
 * what it shared with other pages was fetched with those. Every step between pages is a whole load, so the browser
 * never wants the module of another page. Development keeps them, since nothing is bundled there.
 */
export function onlyHydratedPages(): Plugin {
  return {
    name: "only-hydrated-pages",
    apply: "build",
    transform(_, id, options) {
      if (options?.ssr || !id.endsWith(asClientRoute)) return null;
      const source = readFileSync(id.replace(asClientRoute, ""), "utf8");
      return isRoot(id) || /\bhydrate: true\b/.test(source) ? null : { code: "", map: null };
    },
  };
}

/** A route without code for the browser is an empty file by intent; every other warning is shown. */
export const exceptEmptyRoutes: Rollup.LogHandlerWithDefault = (level, log, show) => {
  if (log.code === "EMPTY_BUNDLE" && log.names?.[0] === "route") return;
  show(level, log);
};

/**
 * The file for a module that several pages share. Small files compress badly, and each costs a request: so one for
 * what every page has, and one for each group of pages. What a single page needs stays with it.
 */
export function sharedChunk(
  id: string,
  { getModuleInfo }: { getModuleInfo: Rollup.GetModuleInfo },
): string | undefined {
  if (id.endsWith(asClientRoute)) return undefined;
  const pages = pagesOf(id, getModuleInfo);
  if (pages.has("core")) return "core";
  if (pages.size < 2) return undefined;
  if ([...pages].some((page) => calculatorPages.test(page))) return "calculator";
  return [...pages].every((page) => page.includes(".order.$ref")) ? "order" : "form";
}

const calculatorPages = /\(\$lang\)\.(_index|exchange\.\$page|dashboard\.new-order)\//;

/** The pages that need a module before they can be hydrated; "core" where all of them do. */
function pagesOf(id: string, getModuleInfo: Rollup.GetModuleInfo): Set<string> {
  const pages = new Set<string>();
  const seen = new Set<string>();
  const next = [id];
  for (let current = next.pop(); current !== undefined; current = next.pop()) {
    if (seen.has(current)) continue;
    seen.add(current);
    const info = getModuleInfo(current);
    if (current.endsWith(asClientRoute)) pages.add(isRoot(current) ? "core" : current);
    else if (info?.isEntry) pages.add("core");
    next.push(...(info?.importers ?? []));
  }
  return pages;
}

function isRoot(id: string): boolean {
  return /\/app\/root\.tsx\?/.test(id);
}
