import { z } from "zod/v4";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { type Access, commonProblems, type Endpoint } from "../../contract/calls/endpoint.ts";
import { endpoints } from "../../contract/calls/endpoints.ts";
import { pathNames } from "../../contract/calls/path-names.ts";
import { languages } from "../../contract/values/languages.ts";
import { type ProblemCode, problem, problemStatus } from "../../contract/values/problem.ts";
import { exampleValue, sampleOf } from "./openapi-sample.ts";
import { adviceOn, descriptionOf, docOf, introduction, limitOf } from "./openapi-texts.ts";

/**
 * The contract as an OpenAPI 3.1 document, generated from the endpoint table that the service runs on. Names the public
 * host, so that it is still complete where it has been copied to.
 */
export function openApiDocument(publicOrigin: string) {
  return createDocument(content(publicOrigin), {
    // Replies may gain fields, so unknown ones are allowed.
    override: ({ jsonSchema, io }) => {
      if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
}

function content(publicOrigin: string): ZodOpenApiObject {
  return {
    openapi: "3.1.1",
    info: {
      title: "Exchange API",
      version: "1.1.0",
      description: introduction,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: `${publicOrigin}/api/v1`, description: "This service" }],
    tags: areas.map(([name, description]) => ({ name, description })),
    paths: paths(),
    components: {
      securitySchemes: {
        clientId: { type: "apiKey", in: "header", name: "client-id", description: "Identifies the calling program." },
        orderToken: {
          type: "apiKey",
          in: "header",
          name: "Order-Token",
          description: "Opens one order; returned by step-one. Calls about several orders take one header for each.",
        },
        webhookSignature: {
          type: "apiKey",
          in: "header",
          name: "webhook-signature",
          description:
            "Standard Webhooks, symmetric: `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`.",
        },
        bearer: { type: "http", scheme: "bearer", description: "A signed-in member." },
      },
    },
  };
}

const areas: [Endpoint["area"], string][] = [
  ["exchange", "From a quote to an executed order."],
  ["orders", "Orders and their status."],
  ["promo", "Promo codes."],
  ["sandbox", "Test mode only: simulated rail events, the clock, the mailbox."],
  ["auth", "Accounts and sessions."],
  ["member", "A member’s own data."],
  ["balance", "Wallets."],
  ["support", "Questions to support: tickets, their messages and pictures."],
  ["gateways", "Hosted payment pages."],
  ["misc", "Newsletter, reviews."],
];

function paths(): ZodOpenApiPathsObject {
  const pathsObject: ZodOpenApiPathsObject = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = `/${endpoint.path}`;
    pathsObject[path] = { ...pathsObject[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return pathsObject;
}

function operation(name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const stamp = endpoint.access === "signed" ? { "webhook-id": webhookId, "webhook-timestamp": webhookTimestamp } : {};
  const header = z.object({
    ...stamp,
    "Accept-Language": z.enum(languages).optional().describe("The language of titles, details and labels."),
    ...(endpoint.idempotency === "required" ? { "Idempotency-Key": idempotencyKey } : {}),
  });
  return {
    operationId: name,
    summary: endpoint.summary,
    description: descriptionOf(name, endpoint),
    tags: [endpoint.area],
    security: security[endpoint.access],
    requestParams: {
      header,
      ...pathParameters(name, endpoint),
      ...(endpoint.query ? { query: queryParameters(name, endpoint.query, pathNames(endpoint.path)) } : {}),
    },
    ...requestBody(name, endpoint),
    "x-codeSamples": [{ lang: "HTTP", source: sampleOf(name, endpoint) }],
    responses: {
      [`${endpoint.replyStatus}`]: reply(name, endpoint),
      ...(endpoint.etag ? { "304": { description: "Unchanged since the ETag in If-None-Match." } } : {}),
      ...refusals(name, endpoint),
    },
  };
}

function requestBody(name: string, { body }: Endpoint) {
  const { message, body: example } = docOf(name);
  if (body) return { requestBody: { required: true, content: { "application/json": { schema: body, example } } } };
  if (message === undefined) return {};
  const content = { "message/rfc822": { schema: z.string(), example: message } };
  return { requestBody: { required: true, content } };
}

const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .describe("Chosen by the client. The same key with the same body gets the stored first reply for 24 hours.");

const webhookId = z.string().max(200).describe("Event id, the same for every delivery.");
const webhookTimestamp = z
  .string()
  .describe("Time of this delivery in seconds since 1970; at most 300 seconds from the service’s clock.");

const security: Record<Access, Record<string, string[]>[]> = {
  public: [{ clientId: [] }],
  order: [{ clientId: [], orderToken: [] }],
  member: [{ clientId: [], bearer: [] }],
  loopback: [{ clientId: [] }],
  site: [{ clientId: [] }],
  signed: [{ webhookSignature: [] }],
};

function pathParameters(call: string, { path }: Endpoint) {
  const names = pathNames(path);
  const parameters = names.map((name) => [name, z.string().meta(exampleOf(call, name))] as const);
  return names.length > 0 ? { path: z.object(Object.fromEntries(parameters)) } : {};
}

function exampleOf(call: string, name: string) {
  const example = exampleValue(call, name);
  return example === undefined ? {} : { param: { example } };
}

/** Lists are named as on the wire; path parameters are not repeated. */
function queryParameters(call: string, query: z.ZodType, inPath: readonly string[]): z.ZodObject {
  if (!(query instanceof z.ZodObject)) throw new Error("A query schema must be an object");
  const shape = Object.entries<z.ZodType>(query.shape).filter(([name]) => !inPath.includes(name));
  return z.object(
    Object.fromEntries(
      shape.map(([name, schema]) => [isList(schema) ? `${name}[]` : name, schema.meta(exampleOf(call, name))]),
    ),
  );
}

/** Also an optional list: it is sent as `key[]` too. */
function isList(schema: z.ZodType): boolean {
  return schema instanceof z.ZodArray || (schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodArray);
}

function reply(name: string, endpoint: Endpoint) {
  const headers = {
    ...rateHeaders(name),
    ...(endpoint.etag ? { ETag: etag } : {}),
    ...(endpoint.idempotency === "required" ? { "Idempotency-Replayed": replayed } : {}),
  };
  const content = contentOf(name, endpoint);
  return {
    description: "Done.",
    ...(content ? { content } : {}),
    ...(Object.keys(headers).length > 0 ? { headers: z.object(headers) } : {}),
  };
}

function contentOf(name: string, { reply, events, media = [] }: Endpoint) {
  if (events) return { "text/event-stream": { schema: events, example: docOf(name).events } };
  const other = media.map((type) => [type, { schema: z.string() }] as const);
  if (!reply && other.length === 0) return undefined;
  const json = reply && { "application/json": { schema: reply, example: docOf(name).reply } };
  return { ...json, ...Object.fromEntries(other) };
}

const etag = z.string().describe("Of what is told, its clocks aside.");
const replayed = z.literal("true").optional().describe("This is the stored answer to an earlier request.");
const retryAfter = z.int().describe("Seconds to wait.");

const rateLimit = z.string().optional().describe('Calls left and seconds until all are again: `"name";r=9;t=60`.');

/** Of the calls that are limited by address. A service may run without limits. */
function rateHeaders(name: string) {
  const limit = limitOf(name);
  if (!limit) return {};
  const { bucket, points, seconds } = limit;
  const policy = `Calls of one address (quota, window in seconds): \`"${bucket}";q=${points};w=${seconds}\`.`;
  return { "RateLimit-Policy": z.string().optional().describe(policy), RateLimit: rateLimit };
}

function refusals(name: string, endpoint: Endpoint): ZodOpenApiResponsesObject {
  const codes = problemsOf(endpoint);
  const statuses = [...new Set(codes.map((code) => problemStatus[code]))];
  return Object.fromEntries(
    statuses.map((status) => [
      `${status}`,
      {
        description: adviceOn(codes, status),
        content: { "application/problem+json": { schema: problem } },
        ...(status === 429 ? { headers: z.object({ "Retry-After": retryAfter, ...rateHeaders(name) }) } : {}),
      },
    ]),
  );
}

function problemsOf(endpoint: Endpoint): ProblemCode[] {
  const keyed = ["idempotency_key_required", "idempotency_key_reused", "request_in_progress"] as const;
  return [
    ...new Set<ProblemCode>([
      ...commonProblems,
      ...(endpoint.idempotency === "required" ? keyed : []),
      ...(endpoint.access === "member" ? (["unauthenticated"] as const) : []),
      ...endpoint.problems,
    ]),
  ].sort((a, b) => problemStatus[a] - problemStatus[b]);
}
