import { isPrivatePath } from "../paths/page-rules.ts";

/**
 * The Cache-Control of a page; `routeControl` is what the route set. Pages are revalidated each time; private ones
 * (`personal`) are not stored at all. `path` has no language.
 */
export function cacheControl(path: string, routeControl: string | undefined, personal = false): string {
  if (routeControl) return routeControl;
  return personal || isPrivatePath(path) ? "private, no-store" : "private, no-cache";
}
