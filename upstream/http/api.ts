import { Hono, type Context as HonoContext, type MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { Endpoint } from "../../contract/calls/endpoint.ts";
import { endpoints } from "../../contract/calls/endpoints.ts";
import { networksOf } from "../../contract/networks/networks.ts";
import { isDatabaseDown } from "../db/connection-errors.ts";
import type { Observer } from "../observability/metrics/metrics.ts";
import { inSpan, type Tracing } from "../observability/tracing/tracing.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { busyRefusal } from "./busy-refusal.ts";
import { openApiFile } from "./openapi-file.ts";
import { problemResponse } from "./problem.ts";
import { callContext } from "./request/call-context.ts";
import {
  type Caller,
  type ClientRules,
  isKnownClient,
  isOurSite,
  type Peer,
  patienceOf,
  preferredLanguage,
  readCaller,
  requestIdOf,
} from "./request/caller.ts";
import { isLoopbackHost } from "./request/client-network.ts";
import { addDefaultHeaders } from "./response-headers.ts";
import type { Route, Service } from "./serve.ts";

const basePath = "/api/v1";

export type ApiBindings = { Bindings: { peer: Peer }; Variables: { requestId: string; endpoint: string } };
type Wire = HonoContext<ApiBindings>;

/** Pages that a rail serves below a path of the API, for browsers and not for clients. */
export type Site = { path: string; open(ctx: Context): Hono<ApiBindings> };

/** All routes of the service: the contract's calls, its OpenAPI document, and health checks. */
export function api(
  service: Service,
  routes: readonly Route[],
  sites: readonly Site[],
  health: { ready(): Promise<boolean> },
): Hono<ApiBindings> {
  const { log, ids, env } = service.ctx;
  const rules = {
    clientIds: env.API_CLIENT_IDS,
    clientSecret: env.API_CLIENT_SECRET,
    servesThisMachine: isLoopbackHost(new URL(env.PUBLIC_ORIGIN).host),
  };
  const app = new Hono<ApiBindings>();

  if (service.tracing) app.use(operationSpan(service.tracing, env.API_CLIENT_SECRET));
  app.use(async (c, next) => {
    const startedMs = performance.now();
    c.set(
      "requestId",
      requestIdOf(c.req.raw.headers, () => ids.newId("req")),
    );
    await next();
    addDefaultHeaders(c.res, c.get("requestId"));
    const tookMs = performance.now() - startedMs;
    if (service.metrics) observe(service.metrics, c, tookMs / 1000);
    if (!c.env.peer.logsCalls) logRequest(log, c, tookMs);
  });
  app.use(async (c, next) => (c.env.peer.unread ? refusalOf(c, c.env.peer.unread) : next()));
  app.onError((error, c) => {
    log.error({ err: error, request_id: c.get("requestId"), endpoint: c.get("endpoint") }, "request failed");
    // The call itself is valid and may be repeated with the same key when the database is back.
    return refusalOf(c, refuse(isDatabaseDown(error) ? "maintenance" : "internal_error"));
  });

  const served = new Map<string, Route>(routes.map((route) => [route.name, route]));
  const methods = new Map<string, Set<string>>();
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const route = served.get(name);
    if (!route) throw new Error(`No route serves ${name}`);
    const path = `${basePath}/${endpoint.path.replace(/\{(\w+)\}/g, ":$1")}`;
    methods.set(path, (methods.get(path) ?? new Set()).add(endpoint.method));
    app.on(endpoint.method, path, (c) => {
      c.set("endpoint", name);
      return respond(service, rules, endpoint, route, c);
    });
  }

  for (const { path, open } of sites) app.route(`${basePath}/${path}`, open(service.ctx));

  const document = openApiFile(env.PUBLIC_ORIGIN);
  app.get(`${basePath}/openapi.json`, async (c) => {
    const { address } = readCaller(c.req.raw.headers, c.env.peer, rules, c.get("requestId"));
    const { refusal, headers } = await service.limits.take("openApi", address);
    if (refusal) return refusalOf(c, refusal, headers);
    const file = await document(c.req.header("Accept-Encoding") ?? "", c.req.header("If-None-Match") ?? "");
    for (const [name, value] of Object.entries(headers ?? {})) file.headers.set(name, value);
    return file;
  });
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => ((await health.ready()) ? c.text("ready") : c.text("not ready", 503)));
  app.notFound((c) => {
    const allowed = methods.get(c.req.path);
    if (!allowed) return refusalOf(c, refuse("not_found"));
    const more = allowed.has("GET") ? ["HEAD"] : [];
    return refusalOf(c, refuse("method_not_allowed"), { Allow: [...allowed, ...more].join(", ") });
  });
  return app;
}

async function respond(
  service: Service,
  rules: ClientRules,
  endpoint: Endpoint,
  route: Route,
  c: Wire,
): Promise<Response> {
  const caller = readCaller(c.req.raw.headers, c.env.peer, rules, c.get("requestId"));
  const isKnown = endpoint.open || isKnownClient(caller.clientId, c.env.peer, rules);
  if (!isKnown) return refusalOf(c, refuse("client_id_invalid"));
  if (!service.places) return work(service, route, caller, c);
  const { headers } = c.req.raw;
  const patienceMs = patienceOf(headers, isOurSite(headers, c.env.peer, rules.clientSecret));
  const credential = credentialOf(endpoint, caller);
  const isUrgent = credential !== null && service.earned.has(credential);
  const done = await service.places.take({ networks: networksOf(caller.address), isUrgent, patienceMs });
  if (!done) return refusalOf(c, busyRefusal());
  const response = await work(service, route, caller, c).finally(done);
  if (credential !== null && (response.ok || response.status === 401 || response.status === 404))
    service.earned.learn(credential, response.ok);
  return response;
}

/**
 * What shows that a call is about an order of the caller's, or comes from a gateway: urgent once it has opened something.
 * Null for other calls, and without any.
 */
function credentialOf({ access, path }: Endpoint, { orderTokens, bearer, address }: Caller): string | null {
  if (access === "signed") return address === null ? null : `${path} ${address}`;
  if (access !== "order" || (orderTokens.length === 0 && bearer === null)) return null;
  return JSON.stringify([orderTokens, bearer]);
}

async function work(service: Service, route: Route, caller: Caller, c: Wire): Promise<Response> {
  const { refusal, headers } = await service.limits.take(route.name, caller.address);
  if (refusal) return refusalOf(c, refusal, headers);
  if (isCompressed(c.req.raw)) return refusalOf(c, refuse("unsupported_media_type"), { ...headers, ...plainBodies });
  const ctx = callContext(service.ctx, c.get("requestId"));
  const reply = await route.respond({ ...service, ctx }, { request: c.req.raw, caller, rate: headers });
  return isRefusal(reply) ? refusalOf(c, reply, headers) : reply;
}

/** RFC 9110, section 15.5.16: says that it is the encoding that is refused. */
const plainBodies = { "Accept-Encoding": "identity" };

/** A few bytes could become gigabytes, and the longest body that we take is not worth compressing. */
function isCompressed({ method, headers }: Wire["req"]["raw"]): boolean {
  const encoding = headers.get("Content-Encoding")?.trim().toLowerCase() ?? "";
  return method !== "GET" && encoding !== "" && encoding !== "identity";
}

function refusalOf(c: Wire, refusal: Refusal, headers: Record<string, string> = {}): Response {
  const language = preferredLanguage(c.req.header("Accept-Language") ?? null);
  // A refusal about an order must look the same for a stranger as for an order that does not exist.
  const named = new Map<string, Endpoint>(Object.entries(endpoints)).get(c.get("endpoint"));
  const path = named ? `${basePath}/${named.path}` : c.req.path;
  return problemResponse(refusal, { path, language, requestId: c.get("requestId") }, headers);
}

/** Each operation as a span by the contract's name; below the site's, where the site called. */
function operationSpan(tracing: Tracing, secret: string | undefined): MiddlewareHandler<ApiBindings> {
  return async (c, next) => {
    const { method, headers } = c.req.raw;
    const continues = isOurSite(headers, c.env.peer, secret) ? headers : undefined;
    const isHealth = c.req.path === "/healthz" || c.req.path === "/readyz";
    if (isHealth) return next();
    const attributes = { "http.request.method": method };
    await inSpan(tracing, { name: method, kind: "server", attributes, continues }, async (span) => {
      await next();
      span.rename(c.get("endpoint") ?? "no operation");
      span.set({ "http.response.status_code": c.res.status, "kursa.request_id": c.get("requestId") });
      if (c.error) span.fail(c.error);
    });
  };
}

/** Calls by the contract's names: a path could be anything. */
function observe(metrics: Observer, c: Wire, seconds: number): void {
  const { path } = c.req;
  if (path === "/healthz" || path === "/readyz") metrics.health(path, seconds);
  else metrics.request("call", c.get("endpoint") ?? "none", c.res.status, seconds);
}

function logRequest(log: Logger, c: Wire, tookMs: number): void {
  log.info(
    {
      request_id: c.get("requestId"),
      method: c.req.method,
      endpoint: c.get("endpoint"),
      status: c.res.status,
      ms: Math.round(tookMs * 10) / 10,
    },
    "request",
  );
}
