/** A refusal, as the API answers it. */
type Failure = { status: number; code: string; retry_after_seconds?: number | undefined };

/** The HTTP status of a page for a refusal that belongs to no field. */
const statuses: Record<string, number> = {
  // An address with values that the service does not read.
  bad_request: 400,
  validation_failed: 400,
  not_found: 404,
  forbidden: 403,
  too_many_requests: 429,
  maintenance: 503,
};
const defaultRetrySeconds = 30;

/** The 404 page: `throw notFound(request)`. */
export function notFound(request: Request): Response {
  return new Response(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
}

/**
 * The error page for a refusal of the API: `throw failed(request, answer.problem)`. 404 for what does not exist or is
 * not the visitor's, 400 for unreadable values, 429 and 503 with Retry-After, otherwise 500.
 */
export function failed(request: Request, problem: Failure): Response {
  const status = statuses[problem.code] ?? (problem.status >= 500 ? problem.status : 500);
  if (status === 404) return notFound(request);
  const passes = status === 429 || status >= 502;
  const retry = String(problem.retry_after_seconds ?? defaultRetrySeconds);
  return new Response(problem.code, { status, headers: passes ? { "Retry-After": retry } : {} });
}
