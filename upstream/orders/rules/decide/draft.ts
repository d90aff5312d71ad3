import { accounts } from "../../../ledger/rules/booking.ts";
import { askedFields, isAnswered } from "../../../shared/rules/fields/asked-fields.ts";
import { isRefusal, type Refusal, refuse } from "../../../shared/rules/refusal.ts";
import { addTask, assetOf, type DecisionDraft, moveTo } from "../decision-draft.ts";
import type { EventOf } from "../order-event.ts";
import { settleSecondsOf } from "../payer-limits.ts";
import { payWindowFor } from "../unpaid-limits.ts";
import { extendGrace, holdReserve, openWindow, releaseReserve } from "./exchange.ts";
import { claimPayments } from "./payin/unexecuted.ts";
import { reservable } from "./wait.ts";

/** Makes the draft binding: reserves the payout, sets the pay-in instructions and starts the payment window. */
export function execute(draft: DecisionDraft, { payin, fromWallet = null }: EventOf<"execute">): Refusal | undefined {
  const refusal = executeRefusal(draft);
  if (refusal) return refusal;
  const window = windowSeconds(draft);
  if (isRefusal(window)) return window;
  if (!holdReserve(draft, draft.order.toAmount)) return refuse("reserve_insufficient");
  const { policy } = draft.facts;
  const isInvoice = payin.method === "paypal_invoice";
  const canBeTakenBack = payin.method !== "balance" && assetOf(draft, draft.order.fromAsset).kind === "ewallet";
  openWindow(draft, isInvoice ? policy.invoiceOpenSeconds : window.seconds, window.seconds);
  if (payin.sentWithinSeconds !== undefined) extendGrace(draft, payin.sentWithinSeconds);
  Object.assign(draft.order, {
    payinMethod: payin.method,
    payinRail: payin.rail,
    payinAddress: payin.address,
    payinMemo: payin.memo,
    payinUri: payin.uri,
    payinInvoiceUrl: payin.invoiceUrl,
    payinRedirectUrl: payin.redirectUrl,
    payoutUsableAt: fromWallet?.usableAt ?? null,
    walletPaidAt: fromWallet && draft.facts.now,
    walletWorthUsd: fromWallet?.worthUsd ?? null,
    settleSeconds: canBeTakenBack ? settleSecondsOf(policy, draft.facts.payer) : null,
  });
  moveTo(draft, "awaiting_payment");
  // Paid from a wallet in the same moment: there is nothing to be told how to pay.
  if (payin.method !== "balance") addTask(draft, { job: "email", kind: isInvoice ? "created_invoice" : "created" });
  claimPayments(draft);
  return undefined;
}

/** Checks in the order in which a customer can fix them. */
function executeRefusal(draft: DecisionDraft): Refusal | undefined {
  const { order, facts } = draft;
  if (!isFilledIn(draft)) return refuse("invalid_transition");
  if (!facts.pair.isActive) return refuse("pair_paused");
  if (order.quoteExpiresAt <= facts.now) return refuse("quote_expired");
  const { payoutRail } = assetOf(draft, order.toAsset);
  if (payoutRail === null) return refuse("pair_paused");
  const cash = facts.cash[accounts.rail(payoutRail, order.toAsset)] ?? 0n;
  const isEnough = order.toAmount <= cash && order.toAmount <= reservable(draft);
  return isEnough ? undefined : refuse("reserve_insufficient");
}

/** How long the order may hold the reserve without a payment. */
function windowSeconds({ order, facts }: DecisionDraft): { seconds: number } | Refusal {
  const { policy, unpaid, now } = facts;
  if (policy.unpaid === null || unpaid === null) return { seconds: policy.payWindowSeconds };
  const window = payWindowFor(policy.unpaid, unpaid, order.toAmount, now);
  if (isRefusal(window)) return window;
  return { seconds: window === "usual" ? policy.payWindowSeconds : policy.shortPayWindowSeconds };
}

/** All required fields are answered and the customer has accepted the terms. */
function isFilledIn(draft: DecisionDraft): boolean {
  const { order } = draft;
  const reported = askedFields(assetOf(draft, order.fromAsset), assetOf(draft, order.toAsset));
  return order.acceptedAt !== null && isAnswered(reported, order);
}

/** Allowed only without payments: an order that awaits payment has none. */
export function cancel(draft: DecisionDraft): undefined {
  const isDraft = draft.order.status === "draft";
  releaseReserve(draft);
  moveTo(draft, "cancelled");
  if (!isDraft) addTask(draft, { job: "email", kind: "cancelled" });
}

/**
 * The rail does not report such payments, so an operator looks for it and the deadline becomes the operator's. The rate
 * stays locked for the grace time only.
 */
export function reportPayment(draft: DecisionDraft, event: EventOf<"report_payment">): Refusal | undefined {
  if (draft.order.payinMethod !== "paypal_transfer") return refuse("invalid_transition");
  const { policy } = draft.facts;
  openWindow(draft, policy.holdSeconds, policy.graceSeconds);
  if (event.payerAccount !== null) draft.order.payinAccount = event.payerAccount;
  draft.note = event.transactionId;
  moveTo(draft, "payment_reported");
  addTask(draft, { job: "email", kind: "operator_reported" });
  return undefined;
}
