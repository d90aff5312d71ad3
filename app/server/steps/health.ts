import { type FrontResponse, type Step, textResponse } from "../front-request.ts";
import type { Traffic } from "../traffic.ts";

/**
 * `/healthz`: this process serves visitors, even while its service does not, since it has error pages. `/readyz`: the
 * service works too. Both fail while draining, so that a proxy sends no more requests.
 */
export function healthStep(traffic: Traffic, serviceReady: () => Promise<boolean>): Step {
  return ({ method, path }) => {
    if (method !== "GET" && method !== "HEAD") return undefined;
    if (path === "/healthz") return traffic.isStopping() ? statusAnswer(503, "ending") : statusAnswer(200, "ok");
    if (path === "/readyz") return readiness(traffic, serviceReady);
    return undefined;
  };
}

async function readiness(traffic: Traffic, serviceReady: () => Promise<boolean>): Promise<FrontResponse> {
  const ready = !traffic.isStopping() && (await serviceReady());
  return ready ? statusAnswer(200, "ready") : statusAnswer(503, "not ready");
}

function statusAnswer(status: number, word: string): FrontResponse {
  return textResponse(status, `${word}\n`, { "cache-control": "no-store" });
}
