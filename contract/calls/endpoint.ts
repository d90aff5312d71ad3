import type { z } from "zod/v4";
import type { ProblemCode } from "./problem.ts";

/** Who may call: anybody; the holder of an order's token; a signed-in member; this machine; a gateway that signs. */
export type Access = "public" | "order" | "member" | "loopback" | "signed";

/** One call of /api/v1, as both sides know it. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below /api/v1, without a leading slash; `{name}` stands for one part. */
  path: string;
  summary: string;
  area: "exchange" | "orders" | "promo" | "sandbox" | "auth" | "member" | "balance" | "gateways" | "misc";
  access: Access;
  /** Query of the URL; arrays travel as `key[]`. */
  query?: z.ZodType;
  /** JSON body; only on POST, PUT and PATCH. */
  body?: z.ZodType;
  /** JSON answer of `replyStatus`. */
  reply?: z.ZodType;
  /** Instead of `reply`, where the answer goes on as server-sent events: the data of each. */
  events?: z.ZodType;
  /** Instead of `reply`, or beside it where the query asks for it: answers that are not JSON. */
  media?: readonly string[];
  replyStatus: 200 | 201 | 202 | 204;
  /** Whether the call wants an Idempotency-Key: money may move. */
  idempotency: "none" | "required";
  bodyLimitBytes: number;
  /** Whether the answer carries an ETag, so that asking again may end with 304. */
  etag?: true;
  /** The refusals this call may give beyond the ones every call may give. */
  problems: readonly ProblemCode[];
  /** False: the call is named by the specification and answers 501 `not_available` until it is built. */
  available: boolean;
  /** Calls that need no client-id: their callers know nothing of it. */
  open?: boolean;
};

/** What any call may answer. */
export const commonProblems = [
  "bad_request",
  "client_id_invalid",
  "not_found",
  "too_large",
  "unsupported_media_type",
  "validation_failed",
  "too_many_requests",
  "internal_error",
  "maintenance",
] as const satisfies readonly ProblemCode[];
