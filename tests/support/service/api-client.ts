import type { z } from "zod/v4";
import type { Endpoint } from "../../../contract/calls/endpoint.ts";
import { type EndpointName, endpoints } from "../../../contract/calls/endpoints.ts";
import { pathNames } from "../../../contract/calls/path-names.ts";
import { type Problem, problem } from "../../../contract/values/problem.ts";
import type { Peer } from "../../../upstream/http/request/caller.ts";

type Part<Name extends EndpointName, Key extends string> = (typeof endpoints)[Name] extends { [K in Key]: infer S }
  ? S
  : never;
export type ReplyBody<Name extends EndpointName> =
  Part<Name, "reply"> extends z.ZodType ? z.output<Part<Name, "reply">> : undefined;

/** Options of any call. */
export type Wire = {
  query?: object;
  body?: unknown;
  /** Order tokens, one per order. */
  token?: string | string[];
  key?: string;
  headers?: Record<string, string>;
  peer?: Peer;
};

export type Sent<Name extends EndpointName> = Wire & {
  query?: Part<Name, "query"> extends z.ZodType ? Partial<z.input<Part<Name, "query">>> : never;
  body?: Part<Name, "body"> extends z.ZodType ? z.input<Part<Name, "body">> : never;
};

export type ApiResponse<Name extends EndpointName> = {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed reply; a refusal fails the test. */
  reply(): ReplyBody<Name>;
  /** The parsed problem; a success fails the test. */
  problem(): Problem;
};

/** An API call built by hand, so that tests do not depend on the website's client. */
export function wireRequest(name: EndpointName, sent: Wire = {}, base = "http://exchange.test"): Request {
  const endpoint: Endpoint = endpoints[name];
  const url = new URL(`${base}/api/v1/${pathOf(endpoint.path, sent.query ?? {})}`);
  for (const [key, value] of Object.entries(sent.query ?? {})) {
    if (pathNames(endpoint.path).includes(key)) continue;
    if (Array.isArray(value)) for (const item of value) url.searchParams.append(`${key}[]`, String(item));
    else if (value !== undefined) url.searchParams.set(key, String(value));
  }
  const headers = new Headers({ "client-id": "test" });
  for (const token of [sent.token ?? []].flat()) headers.append("Order-Token", token);
  if (sent.key) headers.set("Idempotency-Key", sent.key);
  for (const [key, value] of Object.entries(sent.headers ?? {})) headers.set(key, value);
  if (endpoint.method === "GET") return new Request(url, { headers });
  if (!headers.has("Content-Type")) headers.set("Content-Type", "application/json");
  return new Request(url, { method: endpoint.method, headers, body: JSON.stringify(sent.body ?? {}) });
}

/** A missing value leaves an empty path part. */
function pathOf(path: string, query: object): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    // Via its bytes: a lone surrogate cannot be in an address; browsers send the replacement character too.
    return encodeURIComponent(Buffer.from(String(Reflect.get(query, name) ?? "-")).toString());
  });
}

export async function answerOf<Name extends EndpointName>(name: Name, response: Response): Promise<ApiResponse<Name>> {
  const endpoint: Endpoint = endpoints[name];
  const text = await response.text();
  const { status, headers } = response;
  return {
    status,
    headers,
    text,
    reply() {
      if (status !== endpoint.replyStatus) throw new Error(`${name} answered ${status}: ${text}`);
      return endpoint.reply?.parse(JSON.parse(text)) as ReplyBody<Name>;
    },
    problem() {
      const type = headers.get("Content-Type");
      if (type !== "application/problem+json") throw new Error(`${name} answered ${status} ${type}: ${text}`);
      return problem.parse(JSON.parse(text));
    },
  };
}

/** The parts of a refusal that tests compare. */
export function refused(response: ApiResponse<EndpointName>): Pick<Problem, "code" | "errors"> & { status: number } {
  const { code, errors } = response.problem();
  return errors ? { status: response.status, code, errors } : { status: response.status, code };
}
