import type { z } from "zod/v4";
import type { EndpointName, endpoints } from "../calls/endpoints.ts";

type Endpoints = typeof endpoints;
type SchemaOf<Name extends EndpointName, Part extends string> = Endpoints[Name] extends {
  [P in Part]: infer Schema extends z.ZodType;
}
  ? Schema
  : never;
type Sent<Name extends EndpointName, Part extends "query" | "body"> = [SchemaOf<Name, Part>] extends [never]
  ? unknown
  : { [P in Part]: z.input<SchemaOf<Name, Part>> };
type Received<Name extends EndpointName, Part extends "reply" | "events"> = [SchemaOf<Name, Part>] extends [never]
  ? unknown
  : { [P in Part]: z.output<SchemaOf<Name, Part>> };

/** What the OpenAPI document says of a call beyond its row in the table, with an example of each of its schemas. */
export type CallDoc = {
  /** What the call is for, and what to know before using it; Markdown. */
  purpose: string;
  /** The effect of the same request sent again. Known of reads and of calls with an Idempotency-Key. */
  repeat?: string;
  /** Who may call, where the call's `access` does not say it. */
  callers?: string;
  /** Headers of the example beside those that its caller always sends. */
  headers?: Record<string, string>;
  /** An example body that is not JSON; `headers` has its type. */
  message?: string;
};

type Examples<Name extends EndpointName> = Sent<Name, "query"> &
  Sent<Name, "body"> &
  Received<Name, "reply"> &
  Received<Name, "events">;

export type CallDocs = { [Name in EndpointName]: CallDoc & Examples<Name> };
