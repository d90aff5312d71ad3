import type { PageViews } from "../../contract/visits/page-views.ts";
import { call } from "./call.server.ts";
import { destination, send } from "./transport.server.ts";

const patienceMs = 3000;
const site = {
  lang: "en",
  bearer: null,
  clientAddress: null,
  isLocal: false,
  clientAgent: null,
  requestId: "page-views",
} as const;

/** Adds to the service's counts. False when it was not reached; an answer that was lost is not repeated. */
export async function recordPageViews(rows: PageViews[]): Promise<boolean> {
  const response = await call("pageViewsRecord", { body: { rows } }, site, destination, send, patienceMs);
  return response.ok || response.problem.status !== 503;
}
