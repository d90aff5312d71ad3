/** A sign-in page that continues to the requested page. */
export function withNext(path: string, next: string | null): string {
  return next === null ? path : `${path}?${new URLSearchParams({ next })}`;
}
