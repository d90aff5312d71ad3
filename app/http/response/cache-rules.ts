import { isPrivatePath } from "../paths/page-rules.ts";

/**
 * The Cache-Control of a page; `given` is what its maker asked for. Pages are checked again each time, and those of one
 * person (`personal`: made for a member) are not kept at all. `path` has no language.
 */
export function cacheControl(path: string, given: string | undefined, personal = false): string {
  if (given) return given;
  return personal || isPrivatePath(path) ? "private, no-store" : "private, no-cache";
}
