import type { Endpoint } from "../../contract/calls/endpoint.ts";
import { pathNames } from "../../contract/calls/path-names.ts";
import type { Lang } from "../../contract/values/languages.ts";

/** The caller, and the visitor it acts for. */
export type Caller = {
  lang: Lang;
  bearer: string | null;
  /** Null when unknown, and for the site's own calls. */
  clientAddress: string | null;
  /** The visitor's browser runs on this machine. */
  isLocal: boolean;
  /** The visitor's user agent, shown in the member's list of sessions. */
  clientAgent: string | null;
  requestId: string;
};

/** Where the service is and how the website authenticates. In the same process no secret is needed. */
export type ApiTarget = {
  baseUrl: string;
  clientId: string;
  clientSecret: string | undefined;
  inProcess: boolean;
};

export type CallInput = {
  query?: unknown;
  body?: unknown;
  orderToken?: string | string[] | undefined;
  idempotencyKey?: string;
};

/** One call as an HTTP request: section 7 of the specification and the additions of contract/. */
export function requestFor(endpoint: Endpoint, input: CallInput, caller: Caller, to: ApiTarget): Request {
  const names = pathNames(endpoint.path);
  const path = filledPath(endpoint.path, input.query ?? {});
  const url = new URL(`${to.baseUrl.replace(/\/$/, "")}/api/v1/${path}`);
  for (const [key, value] of queryPairs(input.query)) if (!names.includes(key)) url.searchParams.append(key, value);

  const headers = new Headers({
    Accept: "application/json",
    "Accept-Language": caller.lang,
    "client-id": to.clientId,
    "X-Request-Id": caller.requestId,
  });
  if (caller.bearer) headers.set("Authorization", `Bearer ${caller.bearer}`);
  if (input.idempotencyKey) headers.set("Idempotency-Key", input.idempotencyKey);
  for (const token of [input.orderToken ?? []].flat()) headers.append("Order-Token", token);
  // Shows the service, with or without a secret, that the visitor is not on this machine.
  if (!caller.isLocal) headers.set("X-Forwarded-For", caller.clientAddress ?? "unknown");
  // Over a network the service trusts address and browser only together with the secret.
  if (to.inProcess || to.clientSecret) {
    if (caller.clientAddress) headers.set("Client-Address", caller.clientAddress);
    if (caller.clientAgent) headers.set("Client-Agent", caller.clientAgent);
  }
  if (to.clientSecret) headers.set("Client-Secret", to.clientSecret);
  if (!sendsBody(endpoint)) return new Request(url, { method: endpoint.method, headers });
  headers.set("Content-Type", "application/json");
  return new Request(url, { method: endpoint.method, headers, body: JSON.stringify(input.body ?? {}) });
}

/**
 * Sends how long the visitor still waits, so that the service does not begin a call whose answer comes too late. The
 * service accepts it only with the site's secret; within one process the front has decided already.
 */
export function stateTimeLeft(request: Request, to: ApiTarget, timeLeftMs: number): Request {
  if (!to.inProcess && to.clientSecret) request.headers.set("Time-Left", String(Math.max(0, Math.floor(timeLeftMs))));
  return request;
}

/** `receipts/{ref}` with `{ ref: "7Q2M" }` -> `receipts/7Q2M`. A missing value is the caller's bug and throws. */
function filledPath(path: string, values: object): string {
  return pathNames(path).reduce((filled, name) => {
    const value: unknown = Reflect.get(values, name);
    if (typeof value !== "string" || value === "") throw new Error(`The path ${path} needs a value for ${name}`);
    return filled.replace(`{${name}}`, encodeURIComponent(value));
  }, path);
}

function sendsBody(endpoint: Endpoint): boolean {
  return ["POST", "PUT", "PATCH"].includes(endpoint.method);
}

/** `{ ref: ["A", "B"], to: undefined }` -> `ref[]=A&ref[]=B`. */
function queryPairs(query: unknown): [string, string][] {
  return Object.entries(query ?? {}).flatMap(([key, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? value.map((item) => [`${key}[]`, String(item)]) : [[key, String(value)]];
  });
}
