import { type Server, STATUS_CODES } from "node:http";
import { answerUnreadable, unreadableCode } from "../../../contract/server/unreadable-requests.ts";
import { type ProblemCode, problemStatus } from "../../../contract/values/problem.ts";
import { refuse } from "../../shared/rules/refusal.ts";
import { problemBody } from "../problem.ts";
import { preferredLanguage } from "../request/caller.ts";
import { defaultHeaders } from "../response-headers.ts";

const problemHeaders = { ...defaultHeaders, "Content-Type": "application/problem+json", "Cache-Control": "no-store" };

/** Answers what Node's parser rejects, or what came too slowly, as every refused call: by a problem with its code. */
export function answerUnreadableCalls(server: Server): void {
  server.on(
    "clientError",
    answerUnreadable((error, { path, head }) => {
      const code = unreadableCode(error);
      const accepted = /^accept-language:(.*)$/im.exec(head)?.[1] ?? null;
      const body = bodyOf(code, path, accepted);
      const headers = { ...problemHeaders, Connection: "close", "Content-Length": String(Buffer.byteLength(body)) };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      return `HTTP/1.1 ${problemStatus[code]} ${STATUS_CODES[problemStatus[code]]}\r\n${lines.join("")}\r\n${body}`;
    }),
  );
}

/** The same for a request whose address cannot be read. */
export function unreadableResponse(code: ProblemCode): Response {
  return new Response(bodyOf(code, "", null), { status: problemStatus[code], headers: problemHeaders });
}

const bodyOf = (code: ProblemCode, path: string, accepted: string | null) =>
  JSON.stringify(problemBody(refuse(code), { path, language: preferredLanguage(accepted) }));
