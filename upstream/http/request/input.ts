import type { z } from "zod/v4";
import type { Endpoint } from "../../../contract/calls/endpoint.ts";
import { pathNames } from "../../../contract/calls/path-names.ts";
import type { FieldError } from "../../../contract/values/problem.ts";
import { isStorableText } from "../../db/storable.ts";
import { type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { readBytes } from "./read-bytes.ts";
import type { ServiceRequest } from "./service-request.ts";
import { readJson } from "./strict-json.ts";

export type Input = { query: unknown; body: unknown };

/** A request's input, validated by its endpoint's schemas; undefined where the contract defines none. */
export async function readInput(endpoint: Endpoint, request: ServiceRequest): Promise<Input | Refusal> {
  const url = new URL(request.url);
  const query = endpoint.query && check(endpoint.query, withPath(endpoint, url, readQuery(url.searchParams)));
  if (query && "refused" in query) return query;
  const body = endpoint.body && (await readBody(endpoint, endpoint.body, request));
  if (body && "refused" in body) return body;
  return { query: query?.value, body: body?.value };
}

type Checked = { value: unknown } | Refusal;

async function readBody(endpoint: Endpoint, schema: z.ZodType, request: ServiceRequest): Promise<Checked> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) return refuse("unsupported_media_type");
  // The client closed the connection during the body; nobody reads the answer.
  const bytes = await readBytes(request, endpoint.bodyLimitBytes).catch(() => null);
  if (bytes === null) return refuse("bad_request");
  if (!bytes) return refuse("too_large");
  const json = readJson(bytes);
  return json.ok ? check(schema, json.value) : refuse("bad_request");
}

/** `ref[]=A&ref[]=B` is a list; a repeated plain key is ambiguous and refused. */
function readQuery(search: URLSearchParams): Record<string, unknown> | undefined {
  const query = new Map<string, string | string[]>();
  for (const [key, value] of search) {
    if (!isStorableText(key) || !isStorableText(value)) return undefined;
    const name = key.endsWith("[]") ? key.slice(0, -2) : key;
    const earlierValues = query.get(name);
    if (name === key && earlierValues !== undefined) return undefined;
    if (name !== key && typeof earlierValues === "string") return undefined;
    query.set(name, name === key ? value : [...(earlierValues ?? []), value]);
  }
  return Object.fromEntries(query);
}

/** Path parameters count as query parameters and override them. One that cannot be decoded matches nothing. */
function withPath(endpoint: Endpoint, { pathname }: URL, query: Record<string, unknown> | undefined) {
  if (query === undefined || !endpoint.path.includes("{")) return query;
  const names = pathNames(endpoint.path);
  const parts = endpoint.path.split("/");
  const parsed = pathname.split("/").slice(-parts.length);
  const named = names.map((name) => [name, decoded(parsed[parts.indexOf(`{${name}}`)] ?? "")] as const);
  return named.some(([, value]) => value === undefined) ? undefined : { ...query, ...Object.fromEntries(named) };
}

function decoded(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return isStorableText(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function check(schema: z.ZodType, value: unknown): Checked {
  if (value === undefined) return refuse("bad_request");
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return refuseFields(...parsed.error.issues.map((issue) => fieldError(issue, value)));
}

function fieldError(issue: z.core.$ZodIssue, value: unknown): FieldError {
  const pointer = issue.path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const parsed = issue.path.reduce<unknown>(
    (part, key) => (isIndexed(part) ? Reflect.get(part, key) : undefined),
    value,
  );
  if (parsed === undefined || parsed === null) return { pointer, code: "required" };
  if (issue.code === "too_big") return { pointer, code: "too_long", meta: { max: String(issue.maximum) } };
  return { pointer, code: "invalid" };
}

function isIndexed(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
