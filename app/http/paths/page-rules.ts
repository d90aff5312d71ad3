/** Paths without language prefix; scripts request the page's data at `.data`. */
const privatePaths =
  /^\/(order|track|dashboard|sign-in|sign-up|sign-out|reset|two-factor|link-google|auth|adopt|mailbox|refused|preferences|consent|reserve-request|reviews\/confirm|reviews\/decline|newsletter\/confirm|newsletter\/stop|withdrawals|support)(\/|\.data$|$)/;
const unlistedPaths =
  /^\/(order|dashboard|track|sign-in|sign-out|sign-up|reset|two-factor|link-google|auth|adopt|mailbox|refused|preferences|consent|legal\/cookies|reserve-request|reviews\/confirm|reviews\/decline|newsletter\/confirm|newsletter\/stop|withdrawals|support|api)(\/|\.data$|$)/;

/** Pages with private data: never cached. */
export function isPrivatePath(path: string): boolean {
  return privatePaths.test(path);
}

/** Pages that search engines must not index, and that therefore list no language versions. */
export function isUnlistedPath(path: string): boolean {
  return unlistedPaths.test(path);
}

/**
 * Pages of the unsubscribe links in emails. Mail programs post to them from elsewhere (RFC 8058). The key in the address
 * is all that such a page acts on, never a cookie.
 */
export function isOneClickPath(path: string): boolean {
  return path === "/reviews/decline" || path === "/reserve-request/stop" || path === "/newsletter/stop";
}

/** Pages with a field for an address, which phones can scan. The page of an order asks for one while it is on hold. */
export function scansAddresses(path: string): boolean {
  return /^\/(order\/[^/]+(\/details)?|dashboard\/withdrawals\/new|dashboard\/account\/addresses)$/.test(path);
}

/** Pages with Google's own button, and no other part of Google. */
export function showsGoogleButton(path: string): boolean {
  return path === "/sign-in" || path === "/sign-up";
}
