import type { EntryContext } from "@remix-run/node";
import type { Lang } from "../../../../contract/values/languages.ts";
import { textsJson } from "../../../i18n/texts/texts.server.ts";
import { browserNamespaces } from "../page/page-handle.ts";
import type { BrowserStart } from "./browser-start.tsx";

/** Remix's context for rendering, with the manifest reduced to the matched routes. */
export function withOwnRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]);
  // Remix's script would import the files of all routes; they are imported on this page anyway.
  const url = manifest.routes.root?.module ?? manifest.url;
  return { ...context, manifest: { ...manifest, url, routes: Object.fromEntries(routes) } };
}

/** The data that this page's scripts need, for its routes only. */
export function browserStartOf({ manifest }: EntryContext, lang: Lang, handles: readonly unknown[]): BrowserStart {
  return { texts: textsJson(lang, browserNamespaces(handles)), manifest: JSON.stringify(manifest) };
}
