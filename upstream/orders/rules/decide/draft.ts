import { accounts } from "../../../ledger/rules/booking.ts";
import { askedFields, isAnswered } from "../../../shared/rules/fields/asked-fields.ts";
import { isRefusal, type Refusal, refuse } from "../../../shared/rules/refusal.ts";
import { addTask, assetOf, type DecisionBuilder, moveTo } from "../decision-builder.ts";
import type { EventOf } from "../order-event.ts";
import { settleSecondsOf } from "../payer-limits.ts";
import { payWindowFor } from "../unpaid-limits.ts";
import { extendGrace, holdReserve, openWindow, releaseReserve } from "./exchange.ts";
import { claimPayments, isPaidBack } from "./payin/unexecuted.ts";
import { reservable } from "./wait.ts";

/** Makes the draft binding: reserves the payout, sets the pay-in instructions and starts the payment window. */
export function execute(
  decision: DecisionBuilder,
  { payin, fromWallet = null }: EventOf<"execute">,
): Refusal | undefined {
  const refusal = executeRefusal(decision);
  if (refusal) return refusal;
  const window = windowSeconds(decision);
  if (isRefusal(window)) return window;
  if (!holdReserve(decision, decision.order.toAmount)) return refuse("reserve_insufficient");
  const { policy } = decision.facts;
  const isInvoice = payin.method === "paypal_invoice";
  const canBeTakenBack = payin.method !== "balance" && assetOf(decision, decision.order.fromAsset).kind === "ewallet";
  openWindow(decision, isInvoice ? policy.invoiceOpenSeconds : window.seconds, window.seconds);
  if (payin.sentWithinSeconds !== undefined) extendGrace(decision, payin.sentWithinSeconds);
  Object.assign(decision.order, {
    payinMethod: payin.method,
    payinRail: payin.rail,
    payinAddress: payin.address,
    payinMemo: payin.memo,
    payinUri: payin.uri,
    payinInvoiceUrl: payin.invoiceUrl,
    payinRedirectUrl: payin.redirectUrl,
    payoutUsableAt: fromWallet?.usableAt ?? null,
    walletPaidAt: fromWallet && decision.facts.now,
    walletWorthUsd: fromWallet?.worthUsd ?? null,
    settleSeconds: canBeTakenBack ? settleSecondsOf(policy, decision.facts.payer) : null,
  });
  moveTo(decision, "awaiting_payment");
  // Paid from a wallet in the same moment: there is nothing to be told how to pay.
  if (payin.method !== "balance") addTask(decision, { job: "email", kind: isInvoice ? "created_invoice" : "created" });
  claimPayments(decision);
  return undefined;
}

/** Checks in the order in which a customer can fix them. */
function executeRefusal(decision: DecisionBuilder): Refusal | undefined {
  const { order, facts } = decision;
  if (!isFilledIn(decision) || isPaidBack(decision)) return refuse("invalid_transition");
  if (!facts.pair.isActive) return refuse("pair_paused");
  if (order.quoteExpiresAt <= facts.now) return refuse("quote_expired");
  const { payoutRail } = assetOf(decision, order.toAsset);
  if (payoutRail === null) return refuse("pair_paused");
  const cash = facts.cash[accounts.rail(payoutRail, order.toAsset)] ?? 0n;
  const isEnough = order.toAmount <= cash && order.toAmount <= reservable(decision);
  return isEnough ? undefined : refuse("reserve_insufficient");
}

/** How long the order may hold the reserve without a payment. */
function windowSeconds({ order, facts }: DecisionBuilder): { seconds: number } | Refusal {
  const { policy, unpaid, now } = facts;
  if (policy.unpaid === null || unpaid === null) return { seconds: policy.payWindowSeconds };
  const window = payWindowFor(policy.unpaid, unpaid, order.toAmount, now);
  if (isRefusal(window)) return window;
  return { seconds: window === "usual" ? policy.payWindowSeconds : policy.shortPayWindowSeconds };
}

/** All required fields are answered and the customer has accepted the terms. */
function isFilledIn(decision: DecisionBuilder): boolean {
  const { order } = decision;
  const reported = askedFields(assetOf(decision, order.fromAsset), assetOf(decision, order.toAsset));
  return order.acceptedAt !== null && isAnswered(reported, order);
}

/** Allowed only without payments: an order that awaits payment has none. */
export function cancel(decision: DecisionBuilder): undefined {
  const isDraft = decision.order.status === "draft";
  releaseReserve(decision);
  moveTo(decision, "cancelled");
  if (!isDraft) addTask(decision, { job: "email", kind: "cancelled" });
}

/**
 * The rail does not report such payments, so an operator looks for it and the deadline becomes the operator's. The rate
 * stays locked for the grace time only.
 */
export function reportPayment(decision: DecisionBuilder, event: EventOf<"report_payment">): Refusal | undefined {
  if (decision.order.payinMethod !== "paypal_transfer") return refuse("invalid_transition");
  const { policy } = decision.facts;
  openWindow(decision, policy.holdSeconds, policy.graceSeconds);
  if (event.payerAccount !== null) decision.order.payinAccount = event.payerAccount;
  decision.note = event.transactionId;
  moveTo(decision, "payment_reported");
  addTask(decision, { job: "email", kind: "operator_reported" });
  return undefined;
}
