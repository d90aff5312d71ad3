import { cookieSeconds } from "../../settings/cookie-lifetimes.ts";

/** Hides the hint about two-step sign-in in this browser for 30 days. */
export function closedHintCookie(): string {
  return `hint=closed; Max-Age=${cookieSeconds.hint}; Path=/; SameSite=Lax; HttpOnly`;
}

export function isHintClosed(request: Request): boolean {
  return /(?:^|;\s*)hint=closed(?:;|$)/.test(request.headers.get("Cookie") ?? "");
}
