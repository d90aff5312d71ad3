import type { Access, Endpoint } from "../../contract/calls/endpoint.ts";
import { endpoints } from "../../contract/calls/endpoints.ts";
import { pathNames } from "../../contract/calls/path-names.ts";
import { exampleSession } from "../../contract/docs/member-example.ts";
import { docOf } from "./openapi-texts.ts";

const clientId = { "client-id": "your-program" };
const callerHeaders: Record<Access, Record<string, string>> = {
  public: clientId,
  order: { ...clientId, "Order-Token": "huzm4wqoh7wo5znpq5rcce5lhr" },
  member: { ...clientId, Authorization: `Bearer ${exampleSession.access_token}` },
  loopback: clientId,
  site: clientId,
  signed: { "webhook-signature": "v1,..." },
};

/** The example of a call as it is sent: request line, headers and body of an HTTP request. */
export function sampleOf(name: string, endpoint: Endpoint): string {
  const { method, access, idempotency, open } = endpoint;
  const { headers, message, body } = docOf(name);
  const sent = body === undefined ? message : JSON.stringify(body, null, 2);
  const lines = {
    ...(open && access === "public" ? {} : callerHeaders[access]),
    ...headers,
    ...(idempotency === "required" && { "Idempotency-Key": "5f0c2b9e-execute" }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
  return [
    `${method} /api/v1/${addressOf(name, endpoint)}`,
    ...Object.entries(lines).map(([header, value]) => `${header}: ${value}`),
    ...(sent === undefined ? [] : ["", sent]),
  ].join("\n");
}

function addressOf(name: string, { path }: Endpoint): string {
  const inPath = pathNames(path);
  const filled = inPath.reduce((text, part) => text.replace(`{${part}}`, String(exampleValue(name, part))), path);
  const query = Object.entries(Object(docOf(name).query)).flatMap(([key, value]) => {
    if (inPath.includes(key)) return [];
    return Array.isArray(value) ? value.map((element) => `${key}[]=${element}`) : [`${key}=${value}`];
  });
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}

/** The value of a parameter in the call's example. */
export function exampleValue(call: string, name: string): unknown {
  const { pathExample }: Partial<Endpoint> = new Map<string, Endpoint>(Object.entries(endpoints)).get(call) ?? {};
  return Reflect.get(Object(docOf(call).query), name) ?? pathExample?.[name];
}
