import type { z } from "zod/v4";
import type { EndpointName, endpoints } from "../../contract/calls/endpoints.ts";
import type { Problem, ProblemCode } from "../../contract/values/problem.ts";

type Endpoints = typeof endpoints;
type Part<Name extends EndpointName, Key extends string> = Endpoints[Name] extends { [K in Key]: infer Schema }
  ? Schema
  : null;

type Sent<Name extends EndpointName, Key extends "query" | "body"> = [Part<Name, Key>] extends [z.ZodType]
  ? { [K in Key]: z.input<Part<Name, Key>> }
  : { [K in Key]?: never };

type Keyed<Name extends EndpointName> = Endpoints[Name]["idempotency"] extends "required"
  ? { idempotencyKey: string }
  : { idempotencyKey?: never };

/**
 * The input of a call: query or body by the contract, an order token where it concerns an order, an idempotency key
 * where money moves.
 */
export type EndpointInput<Name extends EndpointName> = Sent<Name, "query"> &
  Sent<Name, "body"> &
  Keyed<Name> & {
    /** One for each `ref` of a bulk call. */
    orderToken?: string | string[] | undefined;
  };

export type EndpointReply<Name extends EndpointName> = [Part<Name, "reply">] extends [z.ZodType]
  ? z.output<Part<Name, "reply">>
  : undefined;

/** A refusal of the service, or no valid response. */
export type ApiProblem = Partial<Omit<Problem, "code" | "status">> & {
  status: number;
  code: ProblemCode | "upstream_unavailable";
};

export type ApiResult<Name extends EndpointName> =
  | { ok: true; data: EndpointReply<Name> }
  | { ok: false; problem: ApiProblem };
