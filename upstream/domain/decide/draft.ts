import { addTask, assetOf, type DecisionDraft, moveTo, reserveOf } from "../decision-draft.ts";
import { askedFields, isAnswered } from "../fields/asked-fields.ts";
import { accounts } from "../ledger/booking.ts";
import type { EventOf } from "../order-event.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { holdReserve, openWindow, releaseReserve } from "./exchange.ts";

/** The draft becomes binding: the reserve is promised, the customer knows where to pay, the clock runs. */
export function execute(turn: DecisionDraft, { payin }: EventOf<"execute">): Refusal | undefined {
  const refusal = whyNot(turn);
  if (refusal) return refusal;
  if (!holdReserve(turn, turn.order.toAmount)) return refuse("reserve_insufficient");
  const { policy } = turn.facts;
  const isInvoice = payin.method === "paypal_invoice";
  openWindow(turn, isInvoice ? policy.invoiceOpenSeconds : policy.payWindowSeconds, policy.payWindowSeconds);
  Object.assign(turn.order, {
    payinMethod: payin.method,
    payinAddress: payin.address,
    payinMemo: payin.memo,
    payinUri: payin.uri,
    payinInvoiceUrl: payin.invoiceUrl,
    payinRedirectUrl: payin.redirectUrl,
  });
  moveTo(turn, "awaiting_payment");
  addTask(turn, { job: "letter", kind: isInvoice ? "created_invoice" : "created" });
  return undefined;
}

/** In the order in which a customer can mend it. */
function whyNot(turn: DecisionDraft): Refusal | undefined {
  const { order, facts } = turn;
  if (!isFilledIn(turn)) return refuse("invalid_transition");
  if (!facts.pair.isActive) return refuse("pair_paused");
  if (order.quoteExpiresAt <= facts.now) return refuse("quote_expired");
  // The reserve that the site shows is also never more than what lies where it is paid from.
  const cash = facts.cash[accounts.rail(assetOf(turn, order.toAsset).payoutRail, order.toAsset)] ?? 0n;
  const isEnough = order.toAmount <= cash && order.toAmount <= reserveOf(turn, order.toAsset).available;
  return isEnough ? undefined : refuse("reserve_insufficient");
}

/** Everything that the pair asks is answered, and the customer has agreed to it. */
function isFilledIn(turn: DecisionDraft): boolean {
  const { order } = turn;
  const asked = askedFields(assetOf(turn, order.fromAsset), assetOf(turn, order.toAsset));
  return order.acceptedAt !== null && isAnswered(asked, order);
}

/** Only while nothing is there: an order that waits has no payment alive. */
export function cancel(turn: DecisionDraft): undefined {
  const isDraft = turn.order.status === "draft";
  releaseReserve(turn);
  moveTo(turn, "cancelled");
  if (!isDraft) addTask(turn, { job: "letter", kind: "cancelled" });
}

/** The rail cannot see the payment itself; somebody looks, so the clock is the operator's now. The rate waits less long. */
export function reportPayment(turn: DecisionDraft, event: EventOf<"report_payment">): Refusal | undefined {
  if (turn.order.payinMethod !== "paypal_transfer") return refuse("invalid_transition");
  const { policy } = turn.facts;
  openWindow(turn, policy.holdSeconds, policy.graceSeconds);
  if (event.payerAccount !== null) turn.order.payinAccount = event.payerAccount;
  turn.note = event.transactionId;
  moveTo(turn, "payment_reported");
  addTask(turn, { job: "letter", kind: "operator_reported" });
  return undefined;
}
