import type { Endpoint } from "../../contract/endpoint.ts";
import type { Lang } from "../i18n/languages.ts";

/** Who asks, on whose behalf. */
export type Caller = {
  lang: Lang;
  bearer: string | null;
  clientAddress: string;
  requestId: string;
};

/** Where the service is and how the website shows who it is. In this process it needs no secret to be believed. */
export type Destination = {
  baseUrl: string;
  clientId: string;
  clientSecret: string | undefined;
  inProcess: boolean;
};

export type CallInput = {
  query?: unknown;
  body?: unknown;
  orderToken?: string | string[];
  idempotencyKey?: string;
};

/** One call as the specification wants it on the wire (section 7), and as contract/ adds to it. */
export function requestFor(endpoint: Endpoint, input: CallInput, caller: Caller, to: Destination): Request {
  const url = new URL(`${to.baseUrl.replace(/\/$/, "")}/api/v1/${endpoint.path}`);
  for (const [key, value] of queryPairs(input.query)) url.searchParams.append(key, value);

  const headers = new Headers({
    Accept: "application/json",
    "Accept-Language": caller.lang,
    "client-id": to.clientId,
    "X-Request-Id": caller.requestId,
  });
  if (caller.bearer) headers.set("Authorization", `Bearer ${caller.bearer}`);
  if (input.idempotencyKey) headers.set("Idempotency-Key", input.idempotencyKey);
  for (const token of [input.orderToken ?? []].flat()) headers.append("Order-Token", token);
  // Over a network the service believes the address only together with the secret.
  if (to.inProcess || to.clientSecret) headers.set("Client-Address", caller.clientAddress);
  if (to.clientSecret) headers.set("Client-Secret", to.clientSecret);
  if (!sendsBody(endpoint)) return new Request(url, { method: endpoint.method, headers });
  headers.set("Content-Type", "application/json");
  return new Request(url, { method: endpoint.method, headers, body: JSON.stringify(input.body ?? {}) });
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
