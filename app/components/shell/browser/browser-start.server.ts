import type { EntryContext } from "@remix-run/node";
import type { Lang } from "../../../../contract/values/languages.ts";
import { textsJson } from "../../../i18n/texts/texts.server.ts";
import { browserNamespaces } from "../page/page-handle.ts";
import type { BrowserStart } from "./browser-start.tsx";

/** What Remix renders a page with, its manifest cut to the routes that the address matched. */
export function withOwnRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]);
  // Remix's script imports the file of all routes; this one it imports anyway.
  const url = manifest.routes.root?.module ?? manifest.url;
  return { ...context, manifest: { ...manifest, url, routes: Object.fromEntries(routes) } };
}

/** What the scripts of this page need, given its routes alone. */
export function browserStartOf({ manifest }: EntryContext, lang: Lang, handles: readonly unknown[]): BrowserStart {
  return { texts: textsJson(lang, browserNamespaces(handles)), manifest: JSON.stringify(manifest) };
}
