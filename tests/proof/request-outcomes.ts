/**
 * Watches all requests of this process, and does what a proxy does: one that a process refuses while it ends goes to
 * another of `bases`. A server error other than 503 is a failure.
 */
export function watchRequests(bases: () => readonly string[]) {
  const outcomes = { answered: 0, unavailable: 0, resent: 0, failed: [] as string[], longestMs: 0 };
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const started = performance.now();
    const response = await send(request.clone()).catch((error: unknown) => {
      const [base] = bases();
      if (base === undefined) throw error;
      outcomes.resent += 1;
      const { pathname, search } = new URL(request.url);
      return send(new Request(`${base}${pathname}${search}`, request));
    });
    outcomes.answered += 1;
    outcomes.longestMs = Math.max(outcomes.longestMs, performance.now() - started);
    if (response.status === 503) outcomes.unavailable += 1;
    else if (response.status >= 500) outcomes.failed.push(`${request.method} ${request.url}: ${response.status}`);
    return response;
  };
  return outcomes;
}
