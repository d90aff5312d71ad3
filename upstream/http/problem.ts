import type { Lang } from "../../contract/values/languages.ts";
import { type Problem, problemStatus } from "../../contract/values/problem.ts";
import type { Refusal } from "../shared/rules/refusal.ts";
import { texts } from "../shared/texts/texts.ts";

/** Where the refusal was made, for debugging. */
export type Occasion = { path: string; language: Lang; requestId: string };

/** A refusal as problem details (RFC 9457). The code decides the status; titles are for people only. */
export function problemResponse(refusal: Refusal, occasion: Occasion, headers: Record<string, string> = {}): Response {
  const body = problemBody(refusal, occasion);
  const wait = refusal.extra?.retry_after_seconds;
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      ...(wait === undefined ? {} : { "Retry-After": String(wait) }),
      ...headers,
    },
  });
}

/** `path`: empty where it could not be read; such a request has no id either. */
export function problemBody(
  { refused: code, errors, extra }: Refusal,
  { path, language, requestId }: Omit<Occasion, "requestId"> & { requestId?: string },
): Problem {
  return {
    type: `/problems/${code}`,
    ...texts[language].problems[code],
    status: problemStatus[code],
    ...(path !== "" && { instance: path }),
    code,
    ...(requestId !== undefined && { request_id: requestId }),
    ...(errors && { errors }),
    ...extra,
  };
}
