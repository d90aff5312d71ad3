import { endpoints } from "../../contract/calls/endpoints.ts";
import { problem as problemSchema } from "../../contract/values/problem.ts";
import { boundedText } from "./bounded-text.server.ts";
import { beforeAbort, noAnswer, type RequestSender } from "./call.server.ts";
import type { ApiProblem, EndpointInput } from "./endpoint-types.ts";
import { type ApiTarget, type Caller, requestFor, stateTimeLeft } from "./wire.server.ts";

/** Calls that can return a file, with its media type: a table if the query asks for one, or a full export. */
const kinds = { memberOrders: "text/csv", memberExport: "application/json" } as const;
/** More than ten thousand rows of each kind. */
const mostBytes = 32 * 1024 * 1024;

export type FileName = keyof typeof kinds;
export type FileResult = { ok: true; text: string } | { ok: false; problem: ApiProblem };

/** One response passed through unchanged, for at most `timeLeftMs`. */
export async function file<Name extends FileName>(
  name: Name,
  input: EndpointInput<Name>,
  caller: Caller,
  to: ApiTarget,
  send: RequestSender,
  timeLeftMs: number,
): Promise<FileResult> {
  const signal = AbortSignal.timeout(Math.ceil(timeLeftMs));
  try {
    return await beforeAbort(signal, async () => {
      const request = new Request(stateTimeLeft(requestFor(endpoints[name], input, caller, to), to, timeLeftMs), {
        signal,
      });
      request.headers.set("Accept", `${kinds[name]}, application/problem+json`);
      const response = await send(request);
      const text = await boundedText(response, mostBytes);
      if (response.status === 200 && response.headers.get("Content-Type")?.startsWith(kinds[name]))
        return { ok: true, text };
      const refusal = problemSchema.safeParse(JSON.parse(text));
      return refusal.success ? { ok: false, problem: refusal.data } : noAnswer(502);
    });
  } catch {
    return noAnswer(signal.aborted ? 504 : 502);
  }
}
