import { accounts } from "../../../ledger/rules/booking.ts";
import { availableAt, type OrderEntry } from "../../../ledger/rules/order-ledger.ts";
import { type Refusal, refuse } from "../../../shared/rules/refusal.ts";
import { isAllFinal } from "../condition.ts";
import {
  addTask,
  customerAccount,
  type DecisionBuilder,
  forced,
  fromAccount,
  post,
  toAccount,
  toAvailable,
} from "../decision-builder.ts";
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
  decision: DecisionBuilder,
  kind: OutgoingFact["kind"],
  { outgoingId, txId, networkFee }: Sent,
): Refusal | undefined {
  const movement = decision.outgoing.find((row) => row.id === outgoingId && row.kind === kind);
  if (!movement || movement.status === "sending") return refuse("invalid_transition");
  if (movement.status === "failed") {
    decision.note = "sent_after_failure";
    if (kind === "payout") bookPayout(decision, movement);
    else bookRefund(decision, movement);
    Object.assign(movement, { status: "sent", railTxId: txId, settledAt: decision.facts.now });
    bookNetworkFee(decision, movement, networkFee);
    repayOverpaid(decision);
  } else {
    decision.note = `other_transaction ${txId}`;
    Object.assign(movement, { alarm: "other_transaction", otherTxId: txId });
  }
  return afterLateResult(decision, kind);
}

/** The reserve pays first; `repayOverpaid` then takes what the customer still has here. */
function bookPayout(decision: DecisionBuilder, payout: OutgoingFact): undefined {
  const { id, rail, asset, amount } = payout;
  const movement = { debit: accounts.reserve(asset), credit: accounts.rail(rail, asset), asset, amount };
  forced(decision, `${id}:late`, { ...movement, code: "payout" });
  Object.assign(payout, { transferId: `${id}:late`, alarm: "sent_after_failure" });
  decision.order.sent += amount;
}

/** The customer's money here pays first, as for every loss; the refund fee follows from what is left. */
function bookRefund(decision: DecisionBuilder, refund: OutgoingFact): undefined {
  const { rail, asset, amount, fee } = refund;
  const before = decision.bookings.length;
  refund.transferId = takeLoss(decision, { credit: accounts.rail(rail, asset), asset, amount, code: "refund" });
  const isOurs = decision.bookings
    .slice(before)
    .some((booking) => "debit" in booking && booking.id.endsWith(":loss-ours"));
  refund.alarm = isOurs ? "sent_after_failure" : null;
  const customer = customerAccount(decision, asset);
  const left = availableAt(decision.entries, customer);
  const chargedFee = left < fee ? left : fee;
  if (chargedFee > 0n)
    post(decision, "late-fee", {
      debit: customer,
      credit: accounts.reserve(asset),
      asset,
      amount: chargedFee,
      code: "refund_fee",
    });
}

function afterLateResult(decision: DecisionBuilder, kind: OutgoingFact["kind"]): undefined {
  const { order } = decision;
  switch (order.status) {
    case "sending":
    case "refunding":
    case "disputed":
      // Decided when the transfer in progress or the dispute has ended.
      return;
    case "on_hold":
      if (!isVetoed(decision))
        return isContradicted(decision) ? holdForReview(decision) : continueAfter(decision, kind);
      order.restingStatus ??= kind === "payout" ? "completed" : "refunded";
      return;
    case "refund_pending":
      return isContradicted(decision) ? holdForReview(decision) : continueAfter(decision, kind);
    case "processing":
      return isContradicted(decision) || kind === "refund" ? holdForReview(decision) : continueAfter(decision, kind);
    case "completed":
    case "refunded":
    case "failed":
    case "charged_back":
    case "expired":
    case "cancelled":
      order.restingStatus = order.status;
      return putOnHold(decision, "manual_review");
    default:
      return holdForReview(decision);
  }
}

/** The customer was paid once, as agreed: the order continues as if the rail had reported this in time. */
function continueAfter(decision: DecisionBuilder, kind: OutgoingFact["kind"]): undefined {
  const { restingStatus } = decision.order;
  addTask(decision, { job: "email", kind: kind === "payout" ? "completed" : "refunded" });
  if (kind === "payout") {
    return restingStatus === null || restingStatus === "refunded" ? afterPayout(decision) : holdForReview(decision);
  }
  if (isMoneyIn(decision) || !isAllFinal(decision)) awaitRefund(decision);
  else finish(decision);
}

/** What the reserve has paid for payouts that were reported as failed and sent all the same, not repaid yet. */
function overpaidOf({ entries, order }: DecisionBuilder, customer: string): bigint {
  const asset = order.toAsset;
  const reserveAccounts = [accounts.reserve(asset), accounts.shortfall(asset)];
  const payouts = entries.filter(({ kind, code, asset: of }) => kind === "posted" && code === "payout" && of === asset);
  const paid = payouts.filter(({ debit, credit }) => reserveAccounts.includes(debit) && credit.startsWith("assets:"));
  const repaid = payouts.filter(({ debit, credit }) => debit === customer && reserveAccounts.includes(credit));
  return total(paid) - total(repaid);
}

/**
 * Repays the reserve for payouts that were sent after all: from a payout that was not sent, then from a payment that
 * waits for its refund, at the order's rate. Returns whether there was anything to repay from.
 */
export function repayOverpaid(decision: DecisionBuilder): boolean {
  const customer = toAccount(decision);
  const owed = overpaidOf(decision, customer);
  if (owed <= 0n) return false;
  exchangeAgain(decision, owed - toAvailable(decision));
  const free = toAvailable(decision);
  const amount = free < owed ? free : owed;
  const asset = decision.order.toAsset;
  post(decision, "late-repaid", { debit: customer, credit: accounts.reserve(asset), asset, amount, code: "payout" });
  if (amount === owed) for (const movement of decision.outgoing) if (movement.kind === "payout") endAlarm(movement);
  return amount > 0n;
}

const endAlarm = (movement: OutgoingFact) => {
  if (movement.alarm === "sent_after_failure") movement.alarm = null;
};

/** The exchange had been reversed for a refund that is not sent yet; the payout has happened, so it is made again. */
function exchangeAgain(decision: DecisionBuilder, needed: bigint): undefined {
  const { fromAsset, toAsset, fromAmount, toAmount } = decision.order;
  const free = availableAt(decision.entries, fromAccount(decision));
  if (needed <= 0n || free <= 0n || toAmount <= 0n) return;
  const worth = (needed * fromAmount + toAmount - 1n) / toAmount;
  const used = worth < free ? worth : free;
  const amount = used === worth ? needed : (used * toAmount) / fromAmount;
  if (amount <= 0n) return;
  const conversion = {
    debit: fromAccount(decision),
    credit: accounts.reserve(fromAsset),
    asset: fromAsset,
    amount: used,
  };
  post(decision, "late-conversion", { ...conversion, code: "conversion" });
  const payout = { debit: accounts.reserve(toAsset), credit: toAccount(decision), asset: toAsset, amount };
  forced(decision, "late-allotted", { ...payout, code: "payout_hold" });
}

const total = (entries: OrderEntry[]) => entries.reduce((sum, { amount }) => sum + amount, 0n);
