import type { Metrics } from "../api/transport.server.ts";
import type { FrontRequest, FrontResponse } from "./front-request.ts";
import { isApiPath } from "./steps/origin.ts";
import type { Writer } from "./write.ts";

/** Reports how long each request took until its answer began: how fast the client reads it says nothing about us. */
export function observedWriter(write: Writer, metrics: Pick<Metrics, "request" | "health">): Writer {
  return (request, response) => {
    if (!request.outgoing.headersSent && !request.outgoing.destroyed) observe(request, response, metrics);
    return write(request, response);
  };
}

function observe(request: FrontRequest, response: FrontResponse, metrics: Pick<Metrics, "request" | "health">): void {
  const { path, facts } = request;
  const seconds = (performance.now() - facts.receivedMs) / 1000;
  if (path === "/healthz" || path === "/readyz") metrics.health(path, seconds);
  else metrics.request(kindOf(request, response), facts.route ?? "", response.status, seconds);
}

/** A page without a route is one of the front's own answers: too many requests, an unknown method. */
function kindOf({ path, facts }: FrontRequest, { kind, status }: FrontResponse) {
  // Made in advance, as a cached page is.
  if (kind === "cached" && status === 503) return "refused";
  if (kind === "file") return "file";
  if (kind === "service" || isApiPath(path)) return "api";
  if (kind === "cached") return "cached";
  return facts.route === null ? "refused" : "page";
}
