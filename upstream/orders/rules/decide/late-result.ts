import { accounts } from "../../../ledger/rules/booking.ts";
import { availableAt, type OrderEntry } from "../../../ledger/rules/order-ledger.ts";
import { type Refusal, refuse } from "../../../shared/rules/refusal.ts";
import { isAllFinal } from "../condition.ts";
import {
  addTask,
  customerAccount,
  type DecisionDraft,
  forced,
  fromAccount,
  post,
  toAccount,
  toAvailable,
} from "../decision-draft.ts";
import type { EventOf } from "../order-event.ts";
import type { OutgoingFact } from "../order-facts.ts";
import { afterPayout } from "./after-payout.ts";
import { takeLoss } from "./dispute/loss.ts";
import { finish, holdForReview, isContradicted } from "./finish.ts";
import { bookNetworkFee } from "./gas.ts";
import { isMoneyIn, isVetoed } from "./order-predicates.ts";
import { awaitRefund } from "./refund/refund.ts";
import { putOnHold } from "./wait.ts";

type Sent = EventOf<"payout_done" | "refund_done">;

/**
 * A rail reports as sent what is no longer being sent: it had been reported as failed, or it was sent by another
 * transaction. The first is booked, because the money has left; both wait for an operator if we have lost by it. See
 * docs/decisions/025.
 */
export function lateResult(
  draft: DecisionDraft,
  kind: OutgoingFact["kind"],
  { outgoingId, txId, networkFee }: Sent,
): Refusal | undefined {
  const movement = draft.outgoing.find((row) => row.id === outgoingId && row.kind === kind);
  if (!movement || movement.status === "sending") return refuse("invalid_transition");
  if (movement.status === "failed") {
    draft.note = "sent_after_failure";
    if (kind === "payout") bookPayout(draft, movement);
    else bookRefund(draft, movement);
    Object.assign(movement, { status: "sent", railTxId: txId, settledAt: draft.facts.now });
    bookNetworkFee(draft, movement, networkFee);
    repayOverpaid(draft);
  } else {
    draft.note = `other_transaction ${txId}`;
    Object.assign(movement, { alarm: "other_transaction", otherTxId: txId });
  }
  return afterLateResult(draft, kind);
}

/** The reserve pays first; `repayOverpaid` then takes what the customer still has here. */
function bookPayout(draft: DecisionDraft, payout: OutgoingFact): undefined {
  const { id, rail, asset, amount } = payout;
  const movement = { debit: accounts.reserve(asset), credit: accounts.rail(rail, asset), asset, amount };
  forced(draft, `${id}:late`, { ...movement, code: "payout" });
  Object.assign(payout, { transferId: `${id}:late`, alarm: "sent_after_failure" });
  draft.order.sent += amount;
}

/** The customer's money here pays first, as for every loss; the refund fee follows from what is left. */
function bookRefund(draft: DecisionDraft, refund: OutgoingFact): undefined {
  const { rail, asset, amount, fee } = refund;
  const before = draft.bookings.length;
  refund.transferId = takeLoss(draft, { credit: accounts.rail(rail, asset), asset, amount, code: "refund" });
  const isOurs = draft.bookings
    .slice(before)
    .some((booking) => "debit" in booking && booking.id.endsWith(":loss-ours"));
  refund.alarm = isOurs ? "sent_after_failure" : null;
  const customer = customerAccount(draft, asset);
  const left = availableAt(draft.entries, customer);
  const chargedFee = left < fee ? left : fee;
  if (chargedFee > 0n)
    post(draft, "late-fee", {
      debit: customer,
      credit: accounts.reserve(asset),
      asset,
      amount: chargedFee,
      code: "refund_fee",
    });
}

function afterLateResult(draft: DecisionDraft, kind: OutgoingFact["kind"]): undefined {
  const { order } = draft;
  switch (order.status) {
    case "sending":
    case "refunding":
    case "disputed":
      // Decided when the transfer in progress or the dispute has ended.
      return;
    case "on_hold":
      if (!isVetoed(draft)) return isContradicted(draft) ? holdForReview(draft) : continueAfter(draft, kind);
      order.restingStatus ??= kind === "payout" ? "completed" : "refunded";
      return;
    case "refund_pending":
      return isContradicted(draft) ? holdForReview(draft) : continueAfter(draft, kind);
    case "processing":
      return isContradicted(draft) || kind === "refund" ? holdForReview(draft) : continueAfter(draft, kind);
    case "completed":
    case "refunded":
    case "failed":
    case "charged_back":
    case "expired":
    case "cancelled":
      order.restingStatus = order.status;
      return putOnHold(draft, "manual_review");
    default:
      return holdForReview(draft);
  }
}

/** The customer was paid once, as agreed: the order continues as if the rail had reported this in time. */
function continueAfter(draft: DecisionDraft, kind: OutgoingFact["kind"]): undefined {
  const { restingStatus } = draft.order;
  addTask(draft, { job: "email", kind: kind === "payout" ? "completed" : "refunded" });
  if (kind === "payout") {
    return restingStatus === null || restingStatus === "refunded" ? afterPayout(draft) : holdForReview(draft);
  }
  if (isMoneyIn(draft) || !isAllFinal(draft)) awaitRefund(draft);
  else finish(draft);
}

/** What the reserve has paid for payouts that were reported as failed and sent all the same, not repaid yet. */
function overpaidOf({ entries, order }: DecisionDraft, customer: string): bigint {
  const asset = order.toAsset;
  const ours = [accounts.reserve(asset), accounts.shortfall(asset)];
  const payouts = entries.filter(({ kind, code, asset: of }) => kind === "posted" && code === "payout" && of === asset);
  const paid = payouts.filter(({ debit, credit }) => ours.includes(debit) && credit.startsWith("assets:"));
  const repaid = payouts.filter(({ debit, credit }) => debit === customer && ours.includes(credit));
  return total(paid) - total(repaid);
}

/**
 * Repays the reserve for payouts that were sent after all: from a payout that was not sent, then from a payment that
 * waits for its refund, at the order's rate. Returns whether there was anything to repay from.
 */
export function repayOverpaid(draft: DecisionDraft): boolean {
  const customer = toAccount(draft);
  const owed = overpaidOf(draft, customer);
  if (owed <= 0n) return false;
  exchangeAgain(draft, owed - toAvailable(draft));
  const free = toAvailable(draft);
  const amount = free < owed ? free : owed;
  const asset = draft.order.toAsset;
  post(draft, "late-repaid", { debit: customer, credit: accounts.reserve(asset), asset, amount, code: "payout" });
  if (amount === owed) for (const movement of draft.outgoing) if (movement.kind === "payout") endAlarm(movement);
  return amount > 0n;
}

const endAlarm = (movement: OutgoingFact) => {
  if (movement.alarm === "sent_after_failure") movement.alarm = null;
};

/** The exchange had been reversed for a refund that is not sent yet; the payout has happened, so it is made again. */
function exchangeAgain(draft: DecisionDraft, needed: bigint): undefined {
  const { fromAsset, toAsset, fromAmount, toAmount } = draft.order;
  const free = availableAt(draft.entries, fromAccount(draft));
  if (needed <= 0n || free <= 0n || toAmount <= 0n) return;
  const worth = (needed * fromAmount + toAmount - 1n) / toAmount;
  const used = worth < free ? worth : free;
  const amount = used === worth ? needed : (used * toAmount) / fromAmount;
  if (amount <= 0n) return;
  const conversion = { debit: fromAccount(draft), credit: accounts.reserve(fromAsset), asset: fromAsset, amount: used };
  post(draft, "late-conversion", { ...conversion, code: "conversion" });
  const payout = { debit: accounts.reserve(toAsset), credit: toAccount(draft), asset: toAsset, amount };
  forced(draft, "late-allotted", { ...payout, code: "payout_hold" });
}

const total = (entries: OrderEntry[]) => entries.reduce((sum, { amount }) => sum + amount, 0n);
