import type { ServerBuild } from "@remix-run/node";

/** A page's own part of the site: the routes from the root down to it, and nothing else. */
export type PageRoute = { id: string; build: ServerBuild };

/**
 * The page of a path, found without asking every route of the site in turn. Undefined where more than one could be
 * meant, and for whatever is no page: Remix itself decides there, as it does for every path that nobody knows.
 */
export function pageRoutes(build: ServerBuild): (path: string) => PageRoute | undefined {
  const known = new Map<string, PageRoute | undefined>();
  const patterns: { pattern: RegExp; route: PageRoute }[] = [];
  for (const { id, module } of Object.values(build.routes).filter((route) => route !== undefined)) {
    const path = fullPath(build, id);
    if (id === "root" || !("default" in module) || !module.default || /[*?]/.test(path)) continue;
    const route = { id, build: partOf(build, id) };
    if (path.includes(":")) patterns.push({ pattern: patternOf(path), route });
    // A frame and the page that fills it have one path.
    else known.set(path, known.has(path) ? undefined : route);
  }
  return (path) => {
    if (known.has(path)) return known.get(path);
    const [found, ...others] = patterns.filter(({ pattern }) => pattern.test(path));
    return others.length > 0 ? undefined : found?.route;
  };
}

function lineage(build: ServerBuild, id: string): string[] {
  const parent = build.routes[id]?.parentId;
  return parent ? [...lineage(build, parent), id] : [id];
}

function fullPath(build: ServerBuild, id: string): string {
  const parts = lineage(build, id).flatMap((route) => build.routes[route]?.path || []);
  return `/${parts.join("/")}`;
}

/** `/En/order/:ref/receipt`; a part that is named so matches itself only, as Remix has it: other patterns yield to it. */
function patternOf(path: string): RegExp {
  const parts = path.split("/").map((part) => (part.startsWith(":") ? "[^/]+" : part.replace(/[^\w-]/g, "\\$&")));
  return new RegExp(`^${parts.join("/")}$`);
}

function partOf(build: ServerBuild, id: string): ServerBuild {
  const ids = lineage(build, id);
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(ids.flatMap((own) => (routes[own] ? [[own, routes[own]]] : [])));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}
