import type { Metrics } from "../api/transport.server.ts";
import { isApiPath } from "./steps/origin.ts";
import type { FrontResponse, Visit } from "./visit.ts";
import type { Writer } from "./write.ts";

/** Reports how long each request took until its answer began: how fast the client reads it says nothing about us. */
export function observedWriter(write: Writer, metrics: Pick<Metrics, "request" | "health">): Writer {
  return (visit, answer) => {
    if (!visit.outgoing.headersSent && !visit.outgoing.destroyed) observe(visit, answer, metrics);
    return write(visit, answer);
  };
}

function observe(visit: Visit, answer: FrontResponse, metrics: Pick<Metrics, "request" | "health">): void {
  const { path, facts } = visit;
  const seconds = (performance.now() - facts.receivedMs) / 1000;
  if (path === "/healthz" || path === "/readyz") metrics.health(path, seconds);
  else metrics.request(kindOf(visit, answer), facts.route ?? "", answer.status, seconds);
}

/** A page without a route is one of the front's own answers: too many requests, an unknown method. */
function kindOf({ path, facts }: Visit, { kind, status }: FrontResponse) {
  // Made in advance, as a cached page is.
  if (kind === "cached" && status === 503) return "refused";
  if (kind === "file") return "file";
  if (kind === "service" || isApiPath(path)) return "api";
  if (kind === "cached") return "cached";
  return facts.route === null ? "refused" : "page";
}
