import { type EndpointName, endpoints } from "../../../contract/calls/endpoints.ts";
import { openApiDocument } from "../../../upstream/http/openapi.ts";

type RateHeaderDocs = Record<"RateLimit-Policy" | "RateLimit", { description?: string }>;
type Operation = { responses: Record<string, { headers?: Partial<RateHeaderDocs> }> };

const paths = openApiDocument("https://exchange.example").paths as unknown as Record<string, Record<string, Operation>>;

/** The policy that the OpenAPI document gives for answers of this status; undefined where it documents no limit. */
export function rateHeadersIn(name: EndpointName, status: number): string | undefined {
  const { path, method } = endpoints[name];
  const headers = paths[`/${path}`]?.[method.toLowerCase()]?.responses[status]?.headers ?? {};
  const policy = headers["RateLimit-Policy"]?.description;
  if (policy === undefined || !headers.RateLimit) return undefined;
  return /`(.+)`/.exec(policy)?.[1];
}

/** The policy that an answer states together with what is left; undefined where it has neither. */
export function sentRateHeaders(headers: Headers): string | undefined {
  const [policy, left] = [headers.get("RateLimit-Policy"), headers.get("RateLimit")];
  if ((policy === null) !== (left === null))
    throw new Error(`Only one of RateLimit-Policy (${policy}), RateLimit (${left})`);
  return policy ?? undefined;
}
