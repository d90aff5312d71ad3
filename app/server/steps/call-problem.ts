import { type ProblemCode, problemStatus } from "../../../contract/values/problem.ts";
import { firstLang } from "../../i18n/languages.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { type DynamicResponse, type FrontRequest, headerOf, type ResponseHeaders } from "../front-request.ts";

/** A call that is refused before the service sees it gets a problem like the service's (RFC 9457). */
export function callProblem(request: FrontRequest, code: ProblemCode, headers: ResponseHeaders = {}): DynamicResponse {
  return {
    status: problemStatus[code],
    headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...headers },
    body: problemText(code, headerOf(request, "accept-language")),
    kind: "service",
  };
}

/** `accepted`: languages as the header Accept-Language lists them. */
export function problemText(code: ProblemCode, accepted: string | undefined): string {
  const title = translator(firstLang(accepted))(`problems:${code}`);
  return JSON.stringify({ type: `/problems/${code}`, title, status: problemStatus[code], code });
}
