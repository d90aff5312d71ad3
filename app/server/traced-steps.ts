import type { Tracing } from "../api/transport.server.ts";
import { type FrontRequest, type FrontResponse, headerOf, type Step } from "./front-request.ts";

/**
 * The steps as one, which is a span: from the request's first work until its answer is made. Its name is the method with
 * the pattern of the page. A trace goes on where a trusted proxy began it; a visitor could choose what is recorded.
 */
export function tracedSteps(steps: readonly Step[], tracing: Tracing): Step {
  return async (request) => {
    const { method, facts, viaProxy } = request;
    const attributes = { "http.request.method": method, "kursa.request_id": facts.id };
    const continues = viaProxy ? { get: (name: string) => headerOf(request, name) ?? null } : undefined;
    const span = tracing.begin({ name: method, kind: "server", attributes, continues });
    try {
      const response = await span.within(() => firstAnswer(request, steps));
      if (facts.route !== null) span.rename(`${method} ${facts.route}`);
      if (response) span.set({ "http.response.status_code": response.status });
      return response;
    } catch (error) {
      span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  };
}

async function firstAnswer(request: FrontRequest, steps: readonly Step[]): Promise<FrontResponse | undefined> {
  for (const step of steps) {
    const response = await step(request);
    // Nobody would read it.
    if (response || request.facts.left) return response;
  }
  return undefined;
}
