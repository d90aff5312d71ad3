import type { Access, Endpoint } from "../../contract/calls/endpoint.ts";
import type { CallDoc } from "../../contract/docs/call-doc.ts";
import { callDocs } from "../../contract/docs/docs.ts";
import { guide } from "../../contract/docs/guide.ts";
import { possibleWhen } from "../../contract/docs/possible-when.ts";
import { problemAdvice } from "../../contract/docs/problem-advice.ts";
import { orderStatuses } from "../../contract/order/order-states.ts";
import { type ProblemCode, problemStatus } from "../../contract/values/problem.ts";
import { targetsOf } from "../orders/rules/machine.ts";
import type { OrderEventName } from "../orders/rules/order-event.ts";
import { defaultLimits } from "./request/limits.ts";

/** A call's documentation as the OpenAPI document uses it, whatever the call. */
type Doc = Pick<CallDoc, "purpose" | "repeat" | "callers" | "headers" | "message"> &
  Partial<Record<"query" | "body" | "reply" | "events", unknown>>;

export function docOf(name: string): Doc {
  const doc = new Map<string, Doc>(Object.entries(callDocs)).get(name);
  if (!doc) throw new Error(`${name} is not documented`);
  return doc;
}

export const introduction = guide.map(({ title, text }) => [`## ${title}`, ...text].join("\n\n")).join("\n\n");

const callers: Record<Access, string> = {
  public: "anyone, without a session or token.",
  order: "the holder of the order’s token, or the signed-in member whose order it is.",
  member: "a signed-in member.",
  loopback: "programs on the service’s own machine; others get `not_found`.",
  site: "our website, by the client secret; others get `not_found`.",
  signed: "a gateway, by its signature.",
};

/** Purpose, who may call, when it is possible, what a repeated call does, and the limit: from what the service enforces. */
export function descriptionOf(name: string, endpoint: Endpoint): string {
  const limit = limitOf(name);
  return [
    docOf(name).purpose,
    `**Who may call:** ${docOf(name).callers ?? callers[endpoint.access]}`,
    ...possibleOf(name),
    `**Sent again:** ${repeatOf(name, endpoint)}`,
    ...(limit
      ? [`**Limit:** ${limit.points} calls in ${limit.seconds} seconds from one address${sharedBy(name)}.`]
      : []),
  ].join("\n\n");
}

/** When the call is not answered with `invalid_transition`. */
function possibleOf(name: string): string[] {
  const when = new Map<string, string>(Object.entries(possibleWhen)).get(name);
  if (when === undefined) return [];
  const byStatus = name === "sandboxEvents" ? [` ${simulatedHolds.map(statusesOf).join(" ")}`] : [];
  return [[`**Possible** (else \`invalid_transition\`): ${when}`, ...byStatus].join("")];
}

/** Simulated events whose only condition is the order's status. */
const simulatedHolds = ["review_hold", "review_clear"] as const satisfies OrderEventName[];

function statusesOf(event: OrderEventName): string {
  const statuses = orderStatuses.filter((status) => targetsOf(status, event).length > 0);
  return `\`${event}\`: orders in ${statuses.map((status) => `\`${status}\``).join(", ")}.`;
}

function repeatOf(name: string, { method, idempotency }: Endpoint): string {
  if (idempotency === "required")
    return "the stored first reply, with the same `Idempotency-Key` and body. Retry with the same key until answered.";
  const { repeat } = docOf(name);
  if (repeat === undefined) return method === "GET" ? "safe at any time." : "no further effect.";
  return repeat.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());
}

export function limitOf(name: string) {
  const limit = new Map(Object.entries(defaultLimits)).get(name);
  return limit && { ...limit, bucket: limit.bucket ?? name };
}

function sharedBy(name: string): string {
  const bucket = limitOf(name)?.bucket;
  const others = Object.keys(defaultLimits).filter((other) => other !== name && limitOf(other)?.bucket === bucket);
  return others.length > 0 ? `, together with ${others.map((other) => `\`${other}\``).join(", ")}` : "";
}

/** What each code of this status means for the caller, as a list. */
export function adviceOn(codes: readonly ProblemCode[], status: number): string {
  return codes
    .filter((code) => problemStatus[code] === status)
    .map((code) => `- \`${code}\`: ${problemAdvice[code]}`)
    .join("\n");
}
