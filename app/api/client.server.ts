import { type EndpointName, endpoints } from "../../contract/calls/endpoints.ts";
import { bearerOf } from "../cookies/session-cookie.server.ts";
import type { RouteArgs } from "../http/request/request-facts.ts";
import { timeLeftMs } from "../http/request/request-facts.ts";
import { langOf } from "../i18n/lang.server.ts";
import { env } from "../settings/env.server.ts";
import { createBreaker } from "./breaker.ts";
import { call, noAnswer, oneInATurn } from "./call.server.ts";
import { type DownloadName, type DownloadReply, download } from "./download.server.ts";
import type { ApiResult, EndpointInput } from "./endpoint-types.ts";
import { type FileName, type FileResult, file } from "./file.server.ts";
import { type PictureName, type PictureResult, picture } from "./picture.server.ts";
import { type StreamName, stream } from "./stream.server.ts";
import { destination, sendAs } from "./transport.server.ts";
import type { Caller } from "./wire.server.ts";

const breaker = createBreaker({ failures: 5, pauseMs: 2000 });

/**
 * Calls the service: `api(request, "exchangeStepOne", { body })`. Returns the parsed reply or a refusal; never throws
 * for an error of the service or an invalid response (`upstream_unavailable`). All calls of a page share its time
 * budget; after five failures in a row the circuit breaker pauses calls.
 */
export async function api<Name extends EndpointName>(
  args: RouteArgs,
  name: Name,
  input: EndpointInput<Name>,
): Promise<ApiResult<Name>> {
  const caller = await callerOf(args);
  const response = await callService(args, name, input, caller);
  // An expired session must not block what is public. The call was refused, so nothing has happened yet.
  const isOver =
    !response.ok && (response.problem.code === "unauthenticated" || response.problem.code === "token_expired");
  if (!isOver || !caller.bearer || endpoints[name].access === "member") return response;
  return callService(args, name, input, { ...caller, bearer: null });
}

/** The same with a token that is not (yet) the visitor's session. */
export async function apiAs<Name extends EndpointName>(
  bearer: string,
  args: RouteArgs,
  name: Name,
  input: EndpointInput<Name>,
): Promise<ApiResult<Name>> {
  return callService(args, name, input, { ...(await callerOf(args)), bearer });
}

async function callService<Name extends EndpointName>(
  args: RouteArgs,
  name: Name,
  input: EndpointInput<Name>,
  caller: Caller,
): Promise<ApiResult<Name>> {
  const facts = args.context;
  const response = await callWithinBudget(args, name, input, caller);
  if (response.ok) return response;
  facts.callFailed = true;
  facts.retryAfterSeconds = response.problem.retry_after_seconds ?? facts.retryAfterSeconds;
  return response;
}

async function callWithinBudget<Name extends EndpointName>(
  args: RouteArgs,
  name: Name,
  input: EndpointInput<Name>,
  caller: Caller,
): Promise<ApiResult<Name>> {
  const leftMs = timeLeftMs(args.context, performance.now(), env.PAGE_TIMEOUT_MS);
  if (leftMs <= 0) return noAnswer(504);
  if (!breaker.admits(performance.now())) return noAnswer(503);
  const response = await call(name, input, caller, destination, oneInATurn(sendAs(name), args.context.turn), leftMs);
  if (!response.ok && response.problem.code === "upstream_unavailable") breaker.failed(performance.now());
  else breaker.answered();
  return response;
}

/**
 * A streamed response, passed through until the visitor leaves or this server stops. Null when the service does not
 * start it in time or has too many: the page then polls.
 */
export async function apiStream(
  args: RouteArgs,
  name: StreamName,
  input: EndpointInput<StreamName>,
): Promise<ReadableStream<Uint8Array> | null> {
  // `request.signal` is not used: on this server it misses disconnected visitors.
  const facts = args.context;
  const leftMs = timeLeftMs(facts, performance.now(), env.PAGE_TIMEOUT_MS);
  return stream(name, input, await callerOf(args), destination, sendAs(name), facts.signal, leftMs);
}

/** A file response, passed through unchanged. */
export async function apiFile<Name extends FileName>(
  args: RouteArgs,
  name: Name,
  input: EndpointInput<Name>,
): Promise<FileResult> {
  const leftMs = timeLeftMs(args.context, performance.now(), env.PAGE_TIMEOUT_MS);
  if (leftMs <= 0) return noAnswer(504);
  return file(name, input, await callerOf(args), destination, sendAs(name), leftMs);
}

/** A file of any length, passed on as it arrives until the visitor leaves. */
export async function apiDownload<Name extends DownloadName>(
  args: RouteArgs,
  name: Name,
  input: EndpointInput<Name>,
): Promise<DownloadReply> {
  const leftMs = timeLeftMs(args.context, performance.now(), env.PAGE_TIMEOUT_MS);
  if (leftMs <= 0) return noAnswer(504);
  return download(name, input, await callerOf(args), destination, sendAs(name), args.context.signal, leftMs);
}

/** A picture of the service. */
export async function apiPicture<Name extends PictureName>(
  args: RouteArgs,
  name: Name,
  input: EndpointInput<Name>,
): Promise<PictureResult> {
  const leftMs = timeLeftMs(args.context, performance.now(), env.PAGE_TIMEOUT_MS);
  if (leftMs <= 0) return noAnswer(504);
  return picture(name, input, await callerOf(args), destination, sendAs(name), leftMs);
}

async function callerOf(args: RouteArgs): Promise<Caller> {
  const facts = args.context;
  return {
    lang: langOf(args.request),
    bearer: await bearerOf(args),
    clientAddress: facts.clientAddress,
    isLocal: facts.isLocal,
    clientAgent: args.request.headers.get("User-Agent"),
    requestId: facts.id,
  };
}
