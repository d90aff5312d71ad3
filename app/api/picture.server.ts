import { endpoints } from "../../contract/calls/endpoints.ts";
import { problem as problemSchema } from "../../contract/values/problem.ts";
import { beforeAbort, noAnswer, type RequestSender } from "./call.server.ts";
import type { ApiProblem, EndpointInput } from "./endpoint-types.ts";
import { type ApiTarget, type Caller, requestFor } from "./wire.server.ts";

/** Calls that return a picture, always as WebP. */
export type PictureName = "supportFile";
export type PictureResult = { ok: true; bytes: ArrayBuffer; disposition: string } | { ok: false; problem: ApiProblem };

const type = "image/webp";

/** One picture, for at most `timeLeftMs`. */
export async function picture<Name extends PictureName>(
  name: Name,
  input: EndpointInput<Name>,
  caller: Caller,
  to: ApiTarget,
  send: RequestSender,
  timeLeftMs: number,
): Promise<PictureResult> {
  const signal = AbortSignal.timeout(Math.ceil(timeLeftMs));
  try {
    return await beforeAbort(signal, async () => {
      const request = new Request(requestFor(endpoints[name], input, caller, to), { signal });
      request.headers.set("Accept", `${type}, application/problem+json`);
      const response = await send(request);
      if (response.status === 200 && response.headers.get("Content-Type") === type) {
        const disposition = response.headers.get("Content-Disposition") ?? "attachment";
        return { ok: true, bytes: await response.arrayBuffer(), disposition };
      }
      const refusal = problemSchema.safeParse(JSON.parse(await response.text()));
      return refusal.success ? { ok: false, problem: refusal.data } : noAnswer(502);
    });
  } catch {
    return noAnswer(signal.aborted ? 504 : 502);
  }
}
