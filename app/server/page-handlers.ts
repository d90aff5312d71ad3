import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

type RouteObject = Parameters<typeof matchRoutes>[0][number];
type Page = { route: string; handle: RequestHandler };
type ListedRoute = NonNullable<ServerBuild["routes"][string]>;

/** Size of the route cache; more than there are pages without an order number. */
const mostAddresses = 500;

/**
 * Remix's request handler, split by route. Remix ranks all routes of the site three times per request, a tenth of a
 * page's CPU. Each handler here has only the routes of one page, looked up once per address.
 */
export function pageHandlers(build: ServerBuild): RequestHandler {
  const whole = createRequestHandler(build, "production");
  const all = Object.values(build.routes).filter((route) => route !== undefined);
  const tree = routesBelow(all);
  const byAddress = new Map<string, Page>();
  const byPage = new Map<string, Page>();

  function pageFor(path: string): Page {
    const ids = (matchRoutes(tree, path) ?? []).map(({ route }) => String(route.id));
    const page = ids.at(-1);
    if (page === undefined) return { route: "none", handle: whole };
    const cachedHandler = byPage.get(page);
    if (cachedHandler) return cachedHandler;
    const routes = all.filter(({ id }) => ids.includes(id)).map((route) => [route.id, route]);
    const handle = createRequestHandler({ ...build, routes: Object.fromEntries(routes) }, "production");
    const pageHandler = { route: patternOf(page), handle };
    byPage.set(page, pageHandler);
    return pageHandler;
  }

  return (request, context) => {
    const { pathname } = new URL(request.url);
    // Only Remix resolves the address of a page's data.
    const isData = pathname.endsWith(".data");
    const page = isData ? { route: "data", handle: whole } : (byAddress.get(pathname) ?? pageFor(pathname));
    if (context) context.route = page.route;
    if (isData) return whole(request, context);
    if (byAddress.size >= mostAddresses) byAddress.clear();
    byAddress.set(pathname, page);
    return page.handle(request, context);
  };
}

/** `En:routes/($lang).track/route` -> `($lang).track`: languages have routes of their own. */
const patternOf = (id: string) => id.replace(/^(?:\w+:)?routes\//, "").replace(/\/route$/, "");

/** The route tree as Remix builds it from the flat list, without the code of the routes. */
function routesBelow(routes: readonly ListedRoute[], parent?: string): RouteObject[] {
  return routes
    .filter((route) => (route.parentId || undefined) === parent)
    .map(({ id, path, index, caseSensitive = false }) => {
      const named = { id, ...(path !== undefined && { path }) };
      return index ? { ...named, index: true } : { ...named, caseSensitive, children: routesBelow(routes, id) };
    });
}
