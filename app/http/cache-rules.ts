import { isPrivatePath } from "./page-rules.ts";

/** Files whose name changes with their content. */
const hashed = /^\/(assets|fonts)\//;

/**
 * The Cache-Control of an answer; `given` is what its maker asked for. Remix's server marks every file immutable
 * for a year, which is only true for the ones named after their content. Pages are checked again each time, and
 * those of one person (`personal`: made for a member) are not kept at all. `path` has no language.
 */
export function cacheControl(path: string, given: string | undefined, personal = false): string {
  if (given?.includes("immutable")) return hashed.test(path) ? given : "public, max-age=3600";
  if (given) return given;
  return personal || isPrivatePath(path) ? "private, no-store" : "private, no-cache";
}
