import type { Tracing } from "../api/transport.server.ts";
import { type FrontResponse, headerOf, type Step, type Visit } from "./visit.ts";

/**
 * The steps as one, which is a span: from the request's first work until its answer is made. Its name is the method with
 * the pattern of the page. A trace goes on where a trusted proxy began it; a visitor could choose what is recorded.
 */
export function tracedSteps(steps: readonly Step[], tracing: Tracing): Step {
  return async (visit) => {
    const { method, facts, viaProxy } = visit;
    const attributes = { "http.request.method": method, "kursa.request_id": facts.id };
    const continues = viaProxy ? { get: (name: string) => headerOf(visit, name) ?? null } : undefined;
    const span = tracing.begin({ name: method, kind: "server", attributes, continues });
    try {
      const answer = await span.within(() => firstAnswer(visit, steps));
      if (facts.route !== null) span.rename(`${method} ${facts.route}`);
      if (answer) span.set({ "http.response.status_code": answer.status });
      return answer;
    } catch (error) {
      span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  };
}

async function firstAnswer(visit: Visit, steps: readonly Step[]): Promise<FrontResponse | undefined> {
  for (const step of steps) {
    const answer = await step(visit);
    // Nobody would read it.
    if (answer || visit.facts.left) return answer;
  }
  return undefined;
}
