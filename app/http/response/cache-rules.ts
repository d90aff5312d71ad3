import { isPrivatePath } from "../paths/page-rules.ts";

/**
 * The Cache-Control of a page; `given` is what the route set. Pages are revalidated each time; private ones
 * (`personal`) are not stored at all. `path` has no language.
 */
export function cacheControl(path: string, given: string | undefined, personal = false): string {
  if (given) return given;
  return personal || isPrivatePath(path) ? "private, no-store" : "private, no-cache";
}
