import type { z } from "zod/v4";
import type { EndpointName, endpoints } from "../../../contract/calls/endpoints.ts";
import type { SignedIn } from "../../accounts/sign-in/sessions.ts";
import type { OrderRow } from "../../orders/order-facts-query.ts";
import type { Context } from "../../ports/context.ts";
import type { Caller } from "./caller.ts";

type Endpoints = typeof endpoints;
type SchemaOf<Name extends EndpointName, Key extends string> = Endpoints[Name] extends { [K in Key]: infer S }
  ? S extends z.ZodType
    ? S
    : never
  : never;
type Parsed<Name extends EndpointName, Key extends "query" | "body"> = [SchemaOf<Name, Key>] extends [never]
  ? undefined
  : z.output<SchemaOf<Name, Key>>;
type NamesOrder<Input> = Input extends { ref: string } ? true : false;

/** The order named by `ref`: read, and access checked, before the handler runs. */
type OrderOfCall<Name extends EndpointName> = Endpoints[Name]["access"] extends "order"
  ? true extends NamesOrder<Parsed<Name, "query">> | NamesOrder<Parsed<Name, "body">>
    ? OrderRow
    : undefined
  : undefined;

/** What a handler receives: checked, parsed, and typed by the endpoint's contract. */
export type Call<Name extends EndpointName> = {
  ctx: Context;
  caller: Caller;
  /** The service's time when the request arrived; a handler uses no other. */
  now: Date;
  query: Parsed<Name, "query">;
  body: Parsed<Name, "body">;
  order: OrderOfCall<Name>;
  /** Of calls that require one; null otherwise. */
  idempotencyKey: string | null;
  /** The signed-in member, for member-only calls. */
  member: Endpoints[Name]["access"] extends "member" ? SignedIn : undefined;
};

/** A response that is not JSON, where the contract allows it; a file of any length is made while it is sent. */
export type Media = {
  media: string;
  bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  headers: Record<string, string>;
};

export function isMedia(value: unknown): value is Media {
  return typeof value === "object" && value !== null && "media" in value;
}

/** What a handler returns: the contract's reply. */
export type ReplyOf<Name extends EndpointName> = [SchemaOf<Name, "reply">] extends [never]
  ? undefined
  : z.input<SchemaOf<Name, "reply">>;
