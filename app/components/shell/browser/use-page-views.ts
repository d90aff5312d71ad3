import { useLocation, useMatches } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isPrivatePath } from "../../../http/paths/page-rules.ts";
import { splitPath } from "../../../i18n/languages.ts";

/**
 * Reports each page that scripts open in place of another, once; the server itself counts those it sends. A change of
 * the query is the same page.
 */
export function usePageViews(): void {
  const { pathname } = useLocation();
  const route = useMatches().at(-1)?.id ?? "";
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    // For the statistics that the visitor agreed to; they learn of public pages only.
    if (!isPrivatePath(splitPath(pathname).path)) dispatchEvent(new CustomEvent("kursa:page", { detail: pathname }));
    navigator.sendBeacon("/visits", new URLSearchParams({ path: pathname, route: patternOf(route) }));
  }, [pathname, route]);
}

/** `En:routes/($lang).track/route` -> `($lang).track`, as the server names it. */
const patternOf = (id: string) => id.replace(/^(?:\w+:)?routes\//, "").replace(/\/route$/, "");
