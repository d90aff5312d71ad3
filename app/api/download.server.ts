import { endpoints } from "../../contract/calls/endpoints.ts";
import { problem as problemSchema } from "../../contract/values/problem.ts";
import { boundedText } from "./bounded-text.server.ts";
import { beforeAbort, noAnswer, type RequestSender } from "./call.server.ts";
import type { ApiProblem, EndpointInput } from "./endpoint-types.ts";
import { type ApiTarget, type Caller, requestFor } from "./wire.server.ts";

/** Calls whose file may be of any length, with its media type. */
const kinds = { memberTransactions: "text/csv", affiliateReferrals: "text/csv" } as const;
const mostProblemBytes = 64 * 1024;

export type DownloadName = keyof typeof kinds;
export type DownloadReply = { ok: true; body: ReadableStream<Uint8Array> } | { ok: false; problem: ApiProblem };

/** A file passed on as it arrives, never held whole; it has to begin within `timeLeftMs` and ends with the visit. */
export async function download<Name extends DownloadName>(
  name: Name,
  input: EndpointInput<Name>,
  caller: Caller,
  to: ApiTarget,
  send: RequestSender,
  pageSignal: AbortSignal,
  timeLeftMs: number,
): Promise<DownloadReply> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeLeftMs);
  const signal = AbortSignal.any([pageSignal, late.signal]);
  try {
    const request = new Request(requestFor(endpoints[name], input, caller, to), { signal });
    request.headers.set("Accept", `${kinds[name]}, application/problem+json`);
    const response = await beforeAbort(signal, () => send(request));
    if (response.status === 200 && response.headers.get("Content-Type")?.startsWith(kinds[name]) && response.body)
      return { ok: true, body: response.body };
    const refusal = problemSchema.safeParse(JSON.parse(await boundedText(response, mostProblemBytes)));
    return refusal.success ? { ok: false, problem: refusal.data } : noAnswer(502);
  } catch {
    return noAnswer(late.signal.aborted ? 504 : 502);
  } finally {
    clearTimeout(timer);
  }
}
