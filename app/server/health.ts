import type { Traffic } from "./traffic.ts";
import { type Answer, type Step, textAnswer } from "./visit.ts";

/**
 * `/healthz`: this process answers visitors, also while its service does not, since it has pages for that. `/readyz`: the
 * service behind the site works too. A process that is about to end says no to both, so that a proxy sends nobody here.
 */
export function healthStep(traffic: Traffic, serviceReady: () => Promise<boolean>): Step {
  return ({ method, path }) => {
    if (method !== "GET" && method !== "HEAD") return undefined;
    if (path === "/healthz") return traffic.isStopping() ? said(503, "ending") : said(200, "ok");
    if (path === "/readyz") return readiness(traffic, serviceReady);
    return undefined;
  };
}

async function readiness(traffic: Traffic, serviceReady: () => Promise<boolean>): Promise<Answer> {
  const ready = !traffic.isStopping() && (await serviceReady());
  return ready ? said(200, "ready") : said(503, "not ready");
}

function said(status: number, word: string): Answer {
  return textAnswer(status, `${word}\n`, { "cache-control": "no-store" });
}
