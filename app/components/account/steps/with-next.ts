/** A page of the way in that leads on to where the visitor wanted to be. */
export function withNext(path: string, next: string | null): string {
  return next === null ? path : `${path}?${new URLSearchParams({ next })}`;
}
