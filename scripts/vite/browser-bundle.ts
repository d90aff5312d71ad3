import { readFileSync } from "node:fs";
import type { Plugin, Rollup } from "vite";

/** Remix requests each route module under this name when it builds for the browser. */
const asClientRoute = "?__remix-build-client-route";

/**
 * Excludes pages without scripts from the browser build: each was a chunk nobody loaded, and shared code moved with it.
 * Every navigation is a full page load, so the browser never needs another page's module. Development keeps them, since
 * it does not bundle.
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

/**
 * The chunk of a module shared by several pages. Small chunks compress badly and cost a request each: so one for code of all
 * pages, and one per group of pages. Code of a single page stays with it. The page of an order is the heaviest, so what it
 * needs lies in chunks without anything else.
 */
export function sharedChunk(
  id: string,
  { getModuleInfo }: { getModuleInfo: Rollup.GetModuleInfo },
): string | undefined {
  if (id.endsWith(asClientRoute)) return undefined;
  const pages = [...pagesOf(id, getModuleInfo)];
  if (pages.includes("core")) return "core";
  if (pages.length < 2) return undefined;
  const isOfCalculator = pages.some((page) => calculatorPages.test(page));
  if (pages.some((page) => orderPage.test(page))) return isOfCalculator ? "shared" : "order";
  return isOfCalculator ? "calculator" : "form";
}

const calculatorPages = /\(\$lang\)\.(_index|exchange\.\$page|dashboard\.new-order)\//;
const orderPage = /\(\$lang\)\.order\.\$ref\//;

/** The pages that need a module for hydration; "core" for all. */
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
