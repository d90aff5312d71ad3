import type { OrderEmailKind } from "../decision.ts";
import { addTask, type DecisionBuilder } from "../decision-builder.ts";
import type { OrderEventName } from "../order-event.ts";

/**
 * Emails that follow from the change of status alone. Rules that know more (a hold, a payout that is done) queue their
 * own; if the event has already queued an email to the customer, no other is added.
 */
export function addStatusEmails(decision: DecisionBuilder, event: OrderEventName): undefined {
  if (event.startsWith("dispute_")) addEmail(decision, "operator_dispute");
  if (decision.tasks.some((task) => task.job === "email" && !task.kind.startsWith("operator_"))) return;
  const kind = statusEmailKind(decision, event);
  if (kind !== null) addEmail(decision, kind);
}

function statusEmailKind({ facts, order }: DecisionBuilder, event: OrderEventName): OrderEmailKind | null {
  const [before, now] = [facts.order.status, order.status];
  if (takesBack.has(event) && now === "charged_back" && isOpen(before)) return "charged_back";
  if (event === "dispute_lost" && now === "refund_pending") return "dispute_lost";
  if (before === now) return null;
  if (now === "disputed") return "dispute_opened";
  if (now === "completed" && event === "dispute_won") return "dispute_won";
  if (now === "refunded" && event === "refunded_at_rail") return "refunded";
  if (event === "operator_close") return now === "cancelled" ? "cancelled" : "unclaimed";
  if (now === "failed") return "dust";
  if (event === "payment_vanished" && isWithoutMoney(now)) return "payment_gone";
  // The customer's own choice is answered on the page; a change made by others is emailed.
  if (before === "on_hold" && isUnderWay(now) && resuming.has(event)) return "resumed";
  return null;
}

const takesBack: ReadonlySet<OrderEventName> = new Set([
  "dispute_lost",
  // The last of several cases was won, but an earlier one was lost and has reversed the payment.
  "dispute_won",
  "payment_reversed",
  "payout_failed",
  "payout_returned",
]);
const resuming: ReadonlySet<OrderEventName> = new Set([
  "operator_release",
  "review_clear",
  "dispute_won",
  "hold_ended",
  "reserve_back",
]);

const isOpen = (status: string) => status !== "charged_back" && status !== "refunded" && status !== "failed";
const isWithoutMoney = (status: string) => ["awaiting_payment", "expired", "cancelled"].includes(status);
const isUnderWay = (status: string) => ["awaiting_payment", "confirming", "processing"].includes(status);
const addEmail = (decision: DecisionBuilder, kind: OrderEmailKind) => addTask(decision, { job: "email", kind });
