import type { Endpoint } from "../../contract/calls/endpoint.ts";
import { type EndpointName, endpoints } from "../../contract/calls/endpoints.ts";
import type { EarnedCredentials } from "../../contract/networks/earned-credentials.ts";
import { type SignedIn, sessionOf } from "../accounts/sign-in/sessions.ts";
import { isPoolTimeout } from "../db/connection-errors.ts";
import type { Observer } from "../observability/metrics/metrics.ts";
import type { Tracing } from "../observability/tracing/tracing.ts";
import type { OrderRow } from "../orders/order-facts-query.ts";
import type { OrderWatch } from "../orders/view/order-watch.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { TooBusy } from "../shared/too-busy.ts";
import { busyRefusal } from "./busy-refusal.ts";
import type { CallPlaces } from "./call-places.ts";
import { etagOf, isKnownTo } from "./etag.ts";
import { maintenanceRefusal } from "./maintenance-refusal.ts";
import { type Call, isMedia, type Media, type ReplyOf } from "./request/call.ts";
import type { Caller } from "./request/caller.ts";
import type { IdempotencyKeys, StoredResponse } from "./request/idempotency.ts";
import { type Input, readInput } from "./request/input.ts";
import type { RateHeaders, RateLimits } from "./request/limits.ts";
import { accessibleOrder, credentialsOf, mayAccess, namedRef } from "./request/order-access.ts";
import type { ServiceRequest } from "./request/service-request.ts";
import { createResponse } from "./response-headers.ts";
import type { Streams } from "./streams.ts";

/** Shared by all routes, created once. */
export type Service = {
  ctx: Context;
  limits: RateLimits;
  keys: IdempotencyKeys;
  streams: Streams;
  watch: OrderWatch;
  metrics?: Observer | undefined;
  tracing?: Tracing | undefined;
  /** Undefined where a site in this process orders the work. */
  places?: CallPlaces | undefined;
  /** Tokens, sessions and gateways that have opened something lately. */
  earned: EarnedCredentials;
};

/** A counted request whose caller is known and whose input is not validated yet. */
export type Incoming = { request: ServiceRequest; caller: Caller; rate: RateHeaders | undefined };

export type Route = {
  name: EndpointName;
  endpoint: Endpoint;
  respond(service: Service, incoming: Incoming): Promise<Response | Refusal>;
};

export type ReplyRules<Name extends EndpointName, Early = undefined> = {
  /** Cache lifetime of the reply; not cacheable without it. */
  cacheSeconds?: number;
  /** The part of the reply that the ETag is computed from. */
  sameWhile?: (reply: ReplyOf<Name>) => unknown;
  /** Reads what the handler will need while the idempotency key is claimed, and for nothing where the key has its answer. */
  readEarly?: (call: Call<Name>) => Promise<Early>;
};

/**
 * Builds the route of one contract call. The handler gets validated input and the order opened by its token, and
 * returns the reply or a refusal. Order of checks: session, input, order, idempotency key. A busy database refuses the
 * call with `overloaded` as long as nothing can have been done. Another exception is a bug and becomes an empty 500.
 */
export function serve<Name extends EndpointName, Early = undefined>(
  name: Name,
  handle: (call: Call<Name>, early: Promise<Early> | undefined) => Promise<ReplyOf<Name> | Media | Refusal>,
  rules: ReplyRules<Name, Early> = {},
): Route {
  const endpoint: Endpoint = endpoints[name];
  if (endpoint.etag !== (rules.sameWhile && true))
    throw new Error(`${name}: the contract and the handler disagree on the ETag`);

  /** A handler may return the same object again, for the same text. */
  const texts = new WeakMap<object, StoredResponse & { etag: string | null }>();

  const run = async (
    call: Call<Name>,
    early?: Promise<Early>,
  ): Promise<(StoredResponse & { etag: string | null }) | Media | Refusal> => {
    const closed = await maintenanceRefusal(call.ctx, name, call.order);
    if (closed) return closed;
    const reply = await handle(call, early);
    if (isRefusal(reply)) return reply;
    if (isMedia(reply)) return reply;
    const replyText = typeof reply === "object" && reply !== null ? texts.get(reply) : undefined;
    if (replyText) return replyText;
    const text = endpoint.reply ? JSON.stringify(endpoint.reply.parse(reply)) : "";
    const response = {
      status: endpoint.replyStatus,
      text,
      etag: rules.sameWhile ? etagOf(rules.sameWhile(reply)) : null,
    };
    if (typeof reply === "object" && reply !== null) texts.set(reply, response);
    return response;
  };

  const work = async ({ ctx, keys }: Service, incoming: Incoming, begin: () => void): Promise<Response | Refusal> => {
    const { request, caller } = incoming;
    if (endpoint.access === "loopback" && !caller.isLocal) return refuse("not_found");
    if (endpoint.access === "site" && !caller.isOurSite) return refuse("not_found");
    const now = ctx.clock.now();
    // Before any input is read: without a session a caller learns nothing else.
    const member = endpoint.access === "member" ? await sessionOf(ctx, caller.bearer, now) : undefined;
    if (endpoint.access === "member" && !member) return refuse("unauthenticated");
    if (member && !isAllowed(endpoint, member)) return refuse("sign_in_again");
    const input = await readInput(endpoint, request);
    if (isRefusal(input)) return input;
    const order = await orderOf(ctx, endpoint, input, caller, now);
    if (isRefusal(order)) return order;

    // The endpoint's schemas parsed the parts; this gives them their static types.
    const key = endpoint.idempotency === "none" ? null : request.headers.get("Idempotency-Key");
    const call = { ctx, caller, now, ...input, order, member, idempotencyKey: key } as Call<Name>;
    const runNow = (early?: Promise<Early>) => {
      begin();
      return run(call, early);
    };
    if (endpoint.idempotency === "none") return respond(incoming, await runNow(), rules);
    const actor = actorOf(order, member, caller);
    const keyed = { clientId: caller.clientId, actor, endpoint: name, key, body: input.body };
    const early = rules.readEarly?.(call);
    // Its failure is the handler's, who may not be asked.
    early?.catch(() => {});
    return respond(incoming, await keys.runOnce(keyed, async () => asText(await runNow(early))), rules);
  };

  const respondTo: Route["respond"] = async (service, incoming) => {
    let mayHaveWritten = false;
    const begin = () => {
      mayHaveWritten = endpoint.method !== "GET";
    };
    try {
      return await work(service, incoming, begin);
    } catch (error) {
      if (error instanceof TooBusy) return busyRefusal();
      if (mayHaveWritten || !isPoolTimeout(error)) throw error;
      return busyRefusal();
    }
  };
  return { name, endpoint, respond: respondTo };
}

/**
 * Whose idempotency keys these are: two callers who choose the same one never get each other's answer. A call that anybody
 * may make checks tokens and session in its handler, which a stored answer does not reach: so they are part of the owner.
 */
function actorOf(
  order: OrderRow | undefined,
  member: SignedIn | undefined,
  { orderTokens, bearer }: Pick<Caller, "orderTokens" | "bearer">,
): string {
  if (order) return `order:${order.ref}`;
  if (member) return `member:${member.member.id}`;
  return orderTokens.length === 0 && bearer === null ? "anybody" : JSON.stringify([orderTokens, bearer]);
}

/** Only text replies are stored for an idempotency key. */
function asText<Reply>(reply: Reply | Media): Reply {
  if (isMedia(reply)) throw new Error("A call with an idempotency key must return JSON");
  return reply;
}

/** Undefined for a call that names no single order. */
async function orderOf(
  ctx: Context,
  endpoint: Endpoint,
  input: Input,
  caller: Caller,
  now: Date,
): Promise<OrderRow | undefined | Refusal> {
  if (endpoint.access !== "order") return undefined;
  const ref = namedRef(input.body) ?? namedRef(input.query);
  if (ref === undefined) return undefined;
  const { signedIn, ...credentials } = await credentialsOf(ctx, caller, now);
  const order = await accessibleOrder(ctx, ref, credentials);
  if (isRefusal(order) || !signedIn || isAllowed(endpoint, signedIn)) return order;
  // An order token needs no session.
  return mayAccess(ctx, order, { ...credentials, memberId: null }) ? order : refuse("sign_in_again");
}

/** A remembered session may only read; calls marked in the contract need a recent sign-in. */
function isAllowed({ problems }: Endpoint, { isFresh }: SignedIn): boolean {
  return isFresh || !problems.includes("sign_in_again");
}

type CallResult = StoredResponse & { etag?: string | null; isReplay?: boolean };

function respond(
  { request, caller: { requestId, bearer }, rate }: Incoming,
  result: CallResult | Media | Refusal,
  rules: { cacheSeconds?: number },
): Response | Refusal {
  if (isRefusal(result)) return result;
  if (isMedia(result)) {
    const { media, bytes, headers } = result;
    return new Response(bytes, {
      headers: { "Cache-Control": "no-store", ...rate, ...headers, "Content-Type": media },
    });
  }
  // The caller's own count, and a member's own price, must not reach others through a shared cache.
  const audience = rate || bearer !== null ? "private" : "public";
  const headers: Record<string, string> = {
    "Cache-Control": rules.cacheSeconds ? `${audience}, max-age=${rules.cacheSeconds}` : "no-store",
    ...rate,
  };
  if (result.isReplay) headers["Idempotency-Replayed"] = "true";
  if (result.etag) headers.ETag = result.etag;
  if (result.etag && isKnownTo(request, result.etag)) return createResponse(null, { status: 304, headers, requestId });
  if (result.text !== "") headers["Content-Type"] = "application/json";
  return createResponse(result.text || null, { status: result.status, headers, requestId });
}
