import type { z } from "zod/v4";
import type { ProblemCode } from "../values/problem.ts";

/** Who may call: anyone; the holder of an order's token; a signed-in member; this machine; our website; a gateway that signs. */
export type Access = "public" | "order" | "member" | "loopback" | "site" | "signed";

/** One call of /api/v1, shared by site and service. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below /api/v1, without a leading slash; `{name}` is a path parameter. */
  path: string;
  /** Values of path parameters that are no part of the query, for the document's example. */
  pathExample?: Readonly<Record<string, string>>;
  summary: string;
  area: "exchange" | "orders" | "promo" | "sandbox" | "auth" | "member" | "balance" | "support" | "gateways" | "misc";
  access: Access;
  /** Query of the URL; arrays are sent as `key[]`. */
  query?: z.ZodType;
  /** JSON body; only on POST, PUT and PATCH. */
  body?: z.ZodType;
  /** JSON reply with `replyStatus`. */
  reply?: z.ZodType;
  /** Instead of `reply`: the data of each server-sent event. */
  events?: z.ZodType;
  /** Instead of `reply`, or besides it if the query requests it: replies that are not JSON. */
  media?: readonly string[];
  replyStatus: 200 | 201 | 202 | 204;
  /** Whether an Idempotency-Key is required, because money may move. */
  idempotency: "none" | "required";
  bodyLimitBytes: number;
  /** Whether the reply has an ETag, so that a repeated call may get 304. */
  etag?: true;
  /** Refusals of this call beyond those of every call. */
  problems: readonly ProblemCode[];
  /** Calls without a client id, because their callers have none. */
  open?: boolean;
};

/** Refusals any call may give. */
export const commonProblems = [
  "bad_request",
  "client_id_invalid",
  "not_found",
  "request_timeout",
  "too_large",
  "unsupported_media_type",
  "validation_failed",
  "too_many_requests",
  "headers_too_large",
  "internal_error",
  "maintenance",
  "overloaded",
] as const satisfies readonly ProblemCode[];
