/** Paths are without their language prefix here; `.data` is what a script of ours asks instead of the page. */
const privatePaths =
  /^\/(order|track|dashboard|sign-in|sign-up|sign-out|reset|two-factor|link-google|auth|adopt|mailbox|refused|preferences|reserve-request)(\/|\.data$|$)/;
const unlistedPaths =
  /^\/(order|dashboard|sign-out|sign-up\/code|reset\/code|two-factor|link-google|auth|adopt|mailbox|refused|preferences|reserve-request|api)(\/|\.data$|$)/;

/** Pages that show something of one person: no cache keeps them. */
export function isPrivatePath(path: string): boolean {
  return privatePaths.test(path);
}

/** What search engines must leave out, and what therefore has no twin in the other language to name. */
export function isUnlistedPath(path: string): boolean {
  return unlistedPaths.test(path);
}

/** Where Google's own button is shown, and nothing else of Google's. */
export function showsGoogleButton(path: string): boolean {
  return path === "/sign-in" || path === "/sign-up";
}
