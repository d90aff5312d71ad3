import { createHash } from "node:crypto";
import type { RatesExport } from "../../contract/market/rates-export.ts";
import type { RouteArgs } from "../http/request/request-facts.ts";
import { isHeld } from "../http/response/etag.ts";
import { api } from "./client.server.ts";
import type { ApiProblem } from "./endpoint-types.ts";

/** How long a monitor may use a copy: as long as a price of the calculator. */
const seconds = 15;

/**
 * A file for machines made from the rates export, with an ETag. Open to scripts of other sites. Without an answer of the
 * service 503 and nothing else: a remembered rate could no longer be ordered.
 */
export async function marketFile(
  args: RouteArgs,
  type: string,
  write: (market: RatesExport) => string,
): Promise<Response> {
  return machineFile(args, type, await api(args, "exchangeRatesExport", {}), write);
}

/** The same of any call's answer. */
export function machineFile<Reply>(
  args: RouteArgs,
  type: string,
  response: { ok: true; data: Reply } | { ok: false; problem: ApiProblem },
  write: (reply: Reply) => string,
): Response {
  if (!response.ok) {
    const isLimit = response.problem.code === "too_many_requests";
    const retry = String(response.problem.retry_after_seconds ?? seconds);
    return new Response(null, { status: isLimit ? 429 : 503, headers: { "Retry-After": retry } });
  }
  const text = write(response.data);
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const headers = {
    "Content-Type": type,
    "Cache-Control": `public, max-age=${seconds}`,
    "Access-Control-Allow-Origin": "*",
    ETag: etag,
  };
  if (isHeld(args.request.headers.get("If-None-Match"), etag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}
