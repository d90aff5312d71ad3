/** Paths are without their language prefix here. */
const privatePaths = /^\/(order|track|dashboard|sign-in|sign-up|reset|two-factor|mailbox|refused|preferences)(\/|$)/;

/** Pages of one person: never stored by a cache, never in a search engine, no alternates. */
export function isPrivatePath(path: string): boolean {
  return privatePaths.test(path);
}
