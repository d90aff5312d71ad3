import { endpoints } from "../../contract/endpoints.ts";
import { problem as problemSchema } from "../../contract/problem.ts";
import { boundedText } from "./bounded-text.server.ts";
import { beforeAbort, noAnswer, type Send } from "./call.server.ts";
import type { ApiProblem, EndpointInput } from "./endpoint-types.ts";
import { type Caller, type Destination, requestFor } from "./wire.server.ts";

/** The calls that can also be answered with a text of another kind than JSON, where the query asks for it. */
export type FileName = "memberOrders";
export type FileAnswer = { ok: true; text: string } | { ok: false; problem: ApiProblem };

/** One answer taken as it is, for at most `timeLeftMs`. */
export async function file(
  name: FileName,
  input: EndpointInput<FileName>,
  caller: Caller,
  to: Destination,
  send: Send,
  timeLeftMs: number,
): Promise<FileAnswer> {
  const signal = AbortSignal.timeout(Math.ceil(timeLeftMs));
  try {
    return await beforeAbort(signal, async () => {
      const request = new Request(requestFor(endpoints[name], input, caller, to), { signal });
      request.headers.set("Accept", "text/csv, application/problem+json");
      const answer = await send(request);
      const text = await boundedText(answer);
      if (answer.status === 200 && answer.headers.get("Content-Type")?.startsWith("text/csv"))
        return { ok: true, text };
      const refusal = problemSchema.safeParse(JSON.parse(text));
      return refusal.success ? { ok: false, problem: refusal.data } : noAnswer(502);
    });
  } catch {
    return noAnswer(signal.aborted ? 504 : 502);
  }
}
