const monthSeconds = 30 * 24 * 60 * 60;

/** Hides the hint about two-step sign-in in this browser for 30 days. */
export function closedHintCookie(): string {
  return `hint=closed; Max-Age=${monthSeconds}; Path=/; SameSite=Lax; HttpOnly`;
}

export function isHintClosed(request: Request): boolean {
  return /(?:^|;\s*)hint=closed(?:;|$)/.test(request.headers.get("Cookie") ?? "");
}
