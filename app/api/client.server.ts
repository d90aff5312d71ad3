import { type EndpointName, endpoints } from "../../contract/calls/endpoints.ts";
import { bearerOf } from "../auth/cookies/session-cookie.server.ts";
import type { RouteArgs } from "../http/request/request-facts.ts";
import { timeLeftMs } from "../http/request/request-facts.ts";
import { langOf } from "../i18n/lang.server.ts";
import { createBreaker } from "./breaker.ts";
import { call, noAnswer } from "./call.server.ts";
import type { ApiAnswer, EndpointInput } from "./endpoint-types.ts";
import { type FileAnswer, type FileName, file } from "./file.server.ts";
import { type StreamName, stream } from "./stream.server.ts";
import { destination, send } from "./transport.server.ts";
import type { Caller } from "./wire.server.ts";

const breaker = createBreaker({ failures: 5, pauseMs: 2000 });

/**
 * Calls the service: `api(request, "exchangeStepOne", { body })`. The answer is the parsed reply, or a refusal to
 * switch on; it never throws for what the service says, nor for a service that says nothing sensible
 * (`upstream_unavailable`). All calls of one page share its time; a service that gave no sensible answer to the last
 * five is not asked at all for a moment.
 */
export async function api<Name extends EndpointName>(
  args: RouteArgs,
  name: Name,
  input: EndpointInput<Name>,
): Promise<ApiAnswer<Name>> {
  const caller = await callerOf(args);
  const answer = await asked(args, name, input, caller);
  // A session that is over must not close what is open to everybody. It was refused, so nothing has been done yet.
  const isOver = !answer.ok && (answer.problem.code === "unauthenticated" || answer.problem.code === "token_expired");
  if (!isOver || !caller.bearer || endpoints[name].access === "member") return answer;
  return asked(args, name, input, { ...caller, bearer: null });
}

/** The same with a token that is not (yet) the visitor's session. */
export async function apiAs<Name extends EndpointName>(
  bearer: string,
  args: RouteArgs,
  name: Name,
  input: EndpointInput<Name>,
): Promise<ApiAnswer<Name>> {
  return asked(args, name, input, { ...(await callerOf(args)), bearer });
}

async function asked<Name extends EndpointName>(
  args: RouteArgs,
  name: Name,
  input: EndpointInput<Name>,
  caller: Caller,
): Promise<ApiAnswer<Name>> {
  const facts = args.context;
  const answer = await askedInTime(args, name, input, caller);
  if (answer.ok) return answer;
  facts.callFailed = true;
  facts.retryAfterSeconds = answer.problem.retry_after_seconds ?? facts.retryAfterSeconds;
  return answer;
}

async function askedInTime<Name extends EndpointName>(
  args: RouteArgs,
  name: Name,
  input: EndpointInput<Name>,
  caller: Caller,
): Promise<ApiAnswer<Name>> {
  const leftMs = timeLeftMs(args.context, performance.now());
  if (leftMs <= 0) return noAnswer(504);
  if (!breaker.admits(performance.now())) return noAnswer(503);
  const answer = await call(name, input, caller, destination, send, leftMs);
  if (!answer.ok && answer.problem.code === "upstream_unavailable") breaker.failed(performance.now());
  else breaker.answered();
  return answer;
}

/**
 * An answer that goes on, to be passed on as it comes until the visitor leaves or this server stops. Null when the
 * service begins none in time, or has enough of them: the page then asks by itself.
 */
export async function apiStream(
  args: RouteArgs,
  name: StreamName,
  input: EndpointInput<StreamName>,
): Promise<ReadableStream<Uint8Array> | null> {
  // `request.signal` is not used: under this server it misses visitors who left.
  const facts = args.context;
  const leftMs = timeLeftMs(facts, performance.now());
  return stream(name, input, await callerOf(args), destination, send, facts.signal, leftMs);
}

/** An answer that is a file: passed on as it is. */
export async function apiFile<Name extends FileName>(
  args: RouteArgs,
  name: Name,
  input: EndpointInput<Name>,
): Promise<FileAnswer> {
  const leftMs = timeLeftMs(args.context, performance.now());
  if (leftMs <= 0) return noAnswer(504);
  return file(name, input, await callerOf(args), destination, send, leftMs);
}

async function callerOf(args: RouteArgs): Promise<Caller> {
  const facts = args.context;
  return {
    lang: langOf(args.request),
    bearer: await bearerOf(args),
    clientAddress: facts.clientAddress,
    clientAgent: args.request.headers.get("User-Agent"),
    requestId: facts.id,
  };
}
