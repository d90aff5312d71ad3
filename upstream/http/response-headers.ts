/** For API responses opened in a browser: data of this origin only. A page sets its own headers. */
export const defaultHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
} as const;

const complete = new WeakSet<Response>();

/** A response with all headers set at creation: adding one later turns a light response into a full, slow one. */
export function createResponse(
  body: string | null,
  { status, headers, requestId }: { status: number; headers: Record<string, string>; requestId: string },
): Response {
  const response = new Response(body, {
    status,
    headers: { ...defaultHeaders, "X-Request-Id": requestId, ...headers },
  });
  complete.add(response);
  return response;
}

/** Adds the default headers that are missing. */
export function addDefaultHeaders(response: Response, requestId: string): void {
  if (complete.has(response)) return;
  response.headers.set("X-Request-Id", requestId);
  for (const [name, value] of Object.entries(defaultHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
}
