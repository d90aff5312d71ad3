import type { Endpoint } from "../../contract/endpoint.ts";
import { type EndpointName, endpoints } from "../../contract/endpoints.ts";
import { problem as problemSchema } from "../../contract/problem.ts";
import type { ApiAnswer, ApiProblem, EndpointInput, EndpointReply } from "./endpoint-types.ts";
import { type Caller, type CallInput, type Destination, requestFor } from "./wire.server.ts";

export type Send = (request: Request) => Promise<Response>;

/** A page answers within three seconds even when the service hangs; its own work needs the rest. */
export const timeoutMilliseconds = 2500;

const unavailable = { status: 503, code: "upstream_unavailable" } as const satisfies ApiProblem;

/**
 * One call of the contract through `send`. Reads, and writes under an idempotency key, are tried once more when the
 * connection or a gateway fails at once; any other write is sent once only. All tries share one time-out.
 */
export async function call<Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
  caller: Caller,
  to: Destination,
  send: Send,
  timeout = timeoutMilliseconds,
): Promise<ApiAnswer<Name>> {
  const endpoint: Endpoint = endpoints[name];
  const signal = AbortSignal.timeout(timeout);
  const tries = mayRepeat(endpoint, input) ? 2 : 1;
  for (let left = tries; left > 0; left--) {
    const response = await attempt(send, requestFor(endpoint, input, caller, to), signal);
    const retry = left > 1 && !signal.aborted;
    if (response === null || isGatewayFault(response)) {
      if (retry) continue;
      return { ok: false, problem: { ...unavailable } };
    }
    return answerOf<Name>(endpoint, response);
  }
  return { ok: false, problem: { ...unavailable } };
}

function mayRepeat(endpoint: Endpoint, input: CallInput): boolean {
  return endpoint.method === "GET" || input.idempotencyKey !== undefined;
}

type Received = { status: number; text: string; isProblem: boolean; retryAfter: string | null };

/** Null when nothing came back whole and in time. The body counts too: a connection may break in the middle of it. */
async function attempt(send: Send, request: Request, signal: AbortSignal): Promise<Received | null> {
  try {
    return await beforeAbort(signal, async () => {
      const response = await send(new Request(request, { signal }));
      return {
        status: response.status,
        text: await response.text(),
        isProblem: response.headers.get("Content-Type")?.includes("application/problem+json") === true,
        retryAfter: response.headers.get("Retry-After"),
      };
    });
  } catch {
    return null;
  }
}

/** The in-process service does not watch the signal, so the wait for it must. */
function beforeAbort<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work().then(resolve, reject);
  });
}

/** A proxy's page about a dead service, as opposed to a refusal of the service itself. */
function isGatewayFault(received: Received): boolean {
  return [502, 503, 504].includes(received.status) && !received.isProblem;
}

function answerOf<Name extends EndpointName>(endpoint: Endpoint, received: Received): ApiAnswer<Name> {
  const json = parsedJson(received.text);
  if (received.status >= 400) {
    const parsed = problemSchema.safeParse(json);
    return { ok: false, problem: parsed.success ? withRetryAfter(parsed.data, received) : { ...unavailable } };
  }
  if (received.status !== endpoint.replyStatus && received.status !== 200) {
    return { ok: false, problem: { ...unavailable } };
  }
  const reply = endpoint.reply?.safeParse(json);
  if (reply && !reply.success) return { ok: false, problem: { ...unavailable } };
  // The schema is the endpoint's own: this is the one place where its output gets its static type.
  return { ok: true, data: reply?.data as EndpointReply<Name> };
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
