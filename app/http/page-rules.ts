/** Paths are without their language prefix here; `.data` is what a script of ours asks instead of the page. */
const privatePaths =
  /^\/(order|track|dashboard|sign-in|sign-up|sign-out|reset|two-factor|adopt|mailbox|refused|preferences|reserve-request)(\/|\.data$|$)/;
const unlistedPaths =
  /^\/(order|dashboard|sign-out|sign-up\/code|reset\/code|two-factor|adopt|mailbox|refused|preferences|reserve-request|api)(\/|\.data$|$)/;

/** Pages that show something of one person: no cache keeps them. */
export function isPrivatePath(path: string): boolean {
  return privatePaths.test(path);
}

/** What search engines must leave out, and what therefore has no twin in the other language to name. */
export function isUnlistedPath(path: string): boolean {
  return unlistedPaths.test(path);
}
