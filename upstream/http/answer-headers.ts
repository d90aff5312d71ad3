/** For whoever opens an answer in a browser: it is data, of this origin only. A page says otherwise itself. */
const onEverything = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
} as const;

const complete = new WeakSet<Response>();

/** An answer with all its headers from the start: asked for one of them later, a plain answer becomes a costly one. */
export function completeAnswer(
  body: string | null,
  { status, headers, requestId }: { status: number; headers: Record<string, string>; requestId: string },
): Response {
  const response = new Response(body, { status, headers: { ...onEverything, "X-Request-Id": requestId, ...headers } });
  complete.add(response);
  return response;
}

/** Gives an answer what it still lacks. */
export function completeHeaders(response: Response, requestId: string): void {
  if (complete.has(response)) return;
  response.headers.set("X-Request-Id", requestId);
  for (const [name, value] of Object.entries(onEverything)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
}
