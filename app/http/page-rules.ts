/** Paths are without their language prefix here. */
const privatePaths =
  /^\/(order|track|dashboard|sign-in|sign-up|reset|two-factor|mailbox|refused|preferences|reserve-request)(\/|$)/;
const unlistedPaths = /^\/(order|dashboard|mailbox|refused|preferences|reserve-request|api)(\/|$)/;

/** Pages that show something of one person: no cache keeps them. */
export function isPrivatePath(path: string): boolean {
  return privatePaths.test(path);
}

/** What search engines must leave out, and what therefore has no twin in the other language to name. */
export function isUnlistedPath(path: string): boolean {
  return unlistedPaths.test(path);
}
