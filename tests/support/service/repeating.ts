import type { Exchange } from "./exchange.ts";

const mostRepeats = 60;
const usualSeconds = 1;

/**
 * The same exchange as a client sees it who repeats what was answered with 503: the same call with the same idempotency key,
 * after the time that the answer names. A call that is still refused after `mostRepeats` stays refused. For long runs on a
 * busy machine.
 */
export function repeating(service: Exchange): Exchange {
  const ask: Exchange["ask"] = async (name, sent) => {
    let response = await service.ask(name, sent);
    for (let repeats = 0; response.status === 503 && repeats < mostRepeats; repeats += 1) {
      const seconds = Number(response.headers.get("Retry-After") ?? usualSeconds);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      response = await service.ask(name, sent);
    }
    return response;
  };
  return { ...service, ask, call: ask };
}
