import type { Endpoint } from "../../contract/calls/endpoint.ts";
import { type EndpointName, endpoints } from "../../contract/calls/endpoints.ts";
import { problem as problemSchema } from "../../contract/values/problem.ts";
import { boundedText } from "./bounded-text.server.ts";
import type { ApiProblem, ApiResult, EndpointInput, EndpointReply } from "./endpoint-types.ts";
import { sameAnswers } from "./same-answers.server.ts";
import { type ApiTarget, type Caller, type CallInput, requestFor, stateTimeLeft } from "./wire.server.ts";

export type RequestSender = (request: Request) => Promise<Response>;

/**
 * Delays each response to its own turn of the event loop (`RequestFacts.turn`). Several may arrive at once; if all of them
 * were processed in one turn, no connection would be accepted meanwhile.
 */
export function oneInATurn(send: RequestSender, turn: (() => Promise<void>) | undefined): RequestSender {
  if (!turn) return send;
  return async (request) => {
    const response = await send(request);
    await turn();
    return response;
  };
}

/** No valid response: 503 without a connection, 502 from something that is not the service, 504 after a timeout. */
export function noAnswer(status: 502 | 503 | 504): { ok: false; problem: ApiProblem } {
  return { ok: false, problem: { status, code: "upstream_unavailable" } };
}

/**
 * One contract call through `send`, for at most `timeLeftMs`. Reads, and writes with an idempotency key, are retried
 * once when the connection or a gateway fails; other writes are sent once. All attempts share the time.
 */
export async function call<Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
  caller: Caller,
  to: ApiTarget,
  send: RequestSender,
  timeLeftMs: number,
): Promise<ApiResult<Name>> {
  const endpoint: Endpoint = endpoints[name];
  const startedMs = performance.now();
  // Not AbortSignal.timeout, whose timer stays behind until the time is over: most answers take a millisecond.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), Math.ceil(timeLeftMs)).unref();
  try {
    for (let left = mayRepeat(endpoint, input) ? 2 : 1; ; left--) {
      const leftMs = timeLeftMs - (performance.now() - startedMs);
      const request = stateTimeLeft(requestFor(endpoint, input, caller, to), to, leftMs);
      // The service in this process does not watch the signal.
      const sent = to.inProcess ? request : new Request(request, { signal: late.signal });
      const received = await attempt(send, sent, late.signal);
      if (!("status" in received)) {
        if (left > 1 && received.fault !== "late") continue;
        return noAnswer(statusOfFault[received.fault]);
      }
      if (left > 1 && isGatewayFault(received)) continue;
      return parsed<Name>(endpoint, received, `${caller.lang} ${request.url}`);
    }
  } finally {
    clearTimeout(timer);
  }
}

const answers = sameAnswers<unknown>();

/** Prices and rules are parsed once for all pages that show them. */
function parsed<Name extends EndpointName>(endpoint: Endpoint, received: Received, target: string): ApiResult<Name> {
  if (endpoint.method !== "GET" || endpoint.access !== "public" || received.status !== 200) {
    return resultOf<Name>(endpoint, received);
  }
  return answers(target, received.text, () => resultOf<Name>(endpoint, received)) as ApiResult<Name>;
}

function mayRepeat(endpoint: Endpoint, input: CallInput): boolean {
  return endpoint.method === "GET" || input.idempotencyKey !== undefined;
}

type Received = { status: number; text: string; isProblem: boolean; retryAfter: string | null };
/** No response, an incomplete one, or a timeout. */
type Lost = { fault: "absent" | "broken" | "late" };

const statusOfFault = { absent: 503, broken: 502, late: 504 } as const;

/** Includes the body: the connection may break while it is read. */
async function attempt(send: RequestSender, request: Request, signal: AbortSignal): Promise<Received | Lost> {
  let begun = false;
  try {
    return await beforeAbort(signal, async () => {
      const response = await send(request);
      begun = true;
      return {
        status: response.status,
        text: await boundedText(response),
        isProblem: response.headers.get("Content-Type")?.includes("application/problem+json") === true,
        retryAfter: response.headers.get("Retry-After"),
      };
    });
  } catch {
    if (signal.aborted) return { fault: "late" };
    return { fault: begun ? "broken" : "absent" };
  }
}

/** The in-process service ignores the signal, so the wait watches it. */
export function beforeAbort<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work().then(resolve, reject);
  });
}

/** A proxy's error page for a dead service, not a refusal of the service itself. */
function isGatewayFault(received: Received): boolean {
  return [502, 503, 504].includes(received.status) && !received.isProblem;
}

function resultOf<Name extends EndpointName>(endpoint: Endpoint, received: Received): ApiResult<Name> {
  const json = parsedJson(received.text);
  if (received.status >= 400) {
    const parsed = problemSchema.safeParse(json);
    return parsed.success ? { ok: false, problem: withRetryAfter(parsed.data, received) } : strangeRefusal(received);
  }
  if (received.status !== endpoint.replyStatus && received.status !== 200) return noAnswer(502);
  const reply = endpoint.reply?.safeParse(json);
  if (reply && !reply.success) return noAnswer(502);
  // The endpoint's own schema parses the reply: only here its output gets a static type.
  return { ok: true, data: reply?.data as EndpointReply<Name> };
}

/** A proxy answered in place of the service. */
function strangeRefusal(received: Received): { ok: false; problem: ApiProblem } {
  if (received.status === 429) {
    return { ok: false, problem: withRetryAfter({ status: 429, code: "too_many_requests" }, received) };
  }
  return noAnswer(received.status === 504 ? 504 : received.status === 503 ? 503 : 502);
}

function withRetryAfter(problem: ApiProblem, received: Received): ApiProblem {
  const seconds = Number(received.retryAfter ?? Number.NaN);
  return Number.isInteger(seconds) ? { retry_after_seconds: seconds, ...problem } : problem;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
