import { unsentStepOf } from "../../../../contract/order/hand-steps.ts";
import type { Order } from "../../../../contract/order/order.ts";
import type { OrderStatus } from "../../../../contract/order/order-states.ts";
import { knownStatus } from "../../../components/order/status-style.ts";

/** A line of the timeline; the page has the texts. `status` null: a status this website does not know. */
export type TimelineStep =
  | { state: "done"; status: OrderStatus | null; at: string; again: boolean }
  | { state: "came"; amount: string; asset: string; at: string }
  | { state: "now"; status: OrderStatus; deadline: string | null }
  | { state: "next"; what: "confirm" | "paid" | "gateway" | "payout" | "decision" | "refund" };

/** The usual next statuses. A status that is not listed is the last. */
const ahead: Partial<Record<OrderStatus, readonly ("confirm" | "payout" | "decision" | "refund")[]>> = {
  awaiting_payment: ["confirm", "payout"],
  payment_reported: ["confirm", "payout"],
  confirming: ["payout"],
  on_hold: ["decision"],
  processing: ["payout"],
  sending: [],
  refund_pending: ["refund"],
  refunding: [],
  disputed: [],
};

/** The order's history, its current status, and what comes next. */
export function timelineSteps(order: Order): TimelineStep[] {
  const status = knownStatus(order.status);
  const coming = status ? ahead[status] : undefined;
  const seen = new Set<string>();
  const changes = order.timeline.filter((event, index) => event.status !== order.timeline[index - 1]?.status);
  const done = changes.map((event): TimelineStep => {
    const again = seen.has(event.status);
    seen.add(event.status);
    return { state: "done", status: knownStatus(event.status), at: event.at, again };
  });
  if (!status || !coming) return done;
  // The current status is described by what it waits for, unless the customer's own action led to it.
  const entered = order.timeline.at(-1)?.status === order.status;
  const isDescribedByStatus = status === "awaiting_payment" || status === "payment_reported" || status === "confirming";
  const past = entered && !isDescribedByStatus ? done.slice(0, -1) : done;
  const next = coming.map((what) => ({ state: "next", what: what === "confirm" ? confirmedBy(order) : what }) as const);
  const came = status === "on_hold" ? arrivals(order) : [];
  return [...past, ...came, { state: "now", status, deadline: deadlineOf(order) }, ...next];
}

/** The payments that a decision is about. */
function arrivals({ payin: { txs } }: Order): TimelineStep[] {
  return txs.flatMap(({ amount, asset, seen_at: at, status }) =>
    at === null || status === "vanished" ? [] : [{ state: "came" as const, amount, asset, at }],
  );
}

/** Who confirms the payment. */
function confirmedBy({ payin: { method } }: Order): "confirm" | "paid" | "gateway" {
  if (method === "paypal_invoice" || method === "paypal_transfer") return "paid";
  return method === "hosted_gateway" ? "gateway" : "confirm";
}

function deadlineOf(order: Order): string | null {
  if (order.status === "on_hold") return order.hold?.deadline ?? null;
  if (unsentStepOf({ status: order.status, step: order.by_hand?.step })) return order.by_hand?.by ?? null;
  // A seen payment stops the payment window.
  return order.status === "awaiting_payment" || order.status === "payment_reported" ? order.expires_at : null;
}
