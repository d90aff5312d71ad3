import { accounts, placeAccount, type RailLocation, walletRail } from "../../../../ledger/rules/booking.ts";
import { sweptBefore } from "../../../../ledger/rules/sweep-postings.ts";
import { type Refusal, refuse } from "../../../../shared/rules/refusal.ts";
import { timingNow } from "../../condition.ts";
import { addTask, assetOf, type DecisionBuilder, forced, post, toBalance } from "../../decision-builder.ts";
import { paymentOf } from "../../duplicate-events.ts";
import type { EventOf, PaymentReport } from "../../order-event.ts";
import type { PaymentFact } from "../../order-facts.ts";
import { finish } from "../finish.ts";
import { isMoneyHere, isVetoed } from "../order-predicates.ts";
import { awaitRefund } from "../refund/refund.ts";
import { resume } from "../resume.ts";
import { holderOf, isOverUnpaid, isUnexecuted } from "./unexecuted.ts";

/** Not final: nothing is booked yet, so a reorganisation needs no reversal. */
export function paymentSeen(decision: DecisionBuilder, { payment }: EventOf<"payment_seen">): undefined {
  const isReplacement = record(decision, payment, "seen");
  if (isUnexecuted(decision)) return;
  payinsChanged(decision);
  // An order on hold sends its own email instead, and of one payment the customer hears once.
  if (decision.order.status === "confirming" && !isReplacement)
    addTask(decision, { job: "email", kind: "payment_seen" });
}

/** Books the gross amount and the rail's fee, once per payment id of the rail. */
export function paymentFinal(decision: DecisionBuilder, { payment }: EventOf<"payment_final">): undefined {
  record(decision, payment, "final");
  const { asset, amount, railFee } = payment;
  const name = payinName(decision, payment);
  const railAccount = payerOf(decision, payment);
  post(decision, name, { debit: railAccount, credit: holderOf(decision, asset), asset, amount, code: "payin" });
  forced(decision, `${name}:fee`, {
    debit: accounts.reserve(asset),
    credit: railAccount,
    asset,
    amount: railFee,
    code: "rail_fee",
  });
  const address = decision.facts.atAddress[railAccount];
  const swept = address ? sweptBefore(payment, { arrival: name, amount: amount - railFee, address }) : null;
  if (swept) forced(decision, swept.id, swept);
  if (asset === decision.order.fromAsset) decision.order.received += amount;
  if (!isUnexecuted(decision)) payinsChanged(decision);
}

/** Where the money is before it is the order's: at the rail, or in the owner's wallet. */
function payerOf(decision: DecisionBuilder, report: PaymentReport): string {
  const { order } = decision;
  const { rail, asset } = report;
  if (rail !== walletRail) return placeAccount(placeOf(decision, report), rail, asset);
  if (order.ownerId === null) throw new Error(`The order ${order.ref} has no owner to pay it from a wallet`);
  return accounts.member(order.ownerId, asset);
}

/** A rail that sweeps has the money at a deposit address; another one, and a gateway, can pay out what it has received. */
function placeOf(decision: DecisionBuilder, { rail, asset }: PaymentReport): RailLocation {
  return assetOf(decision, asset).depositRails.includes(rail) ? "deposits" : "hot";
}

/** Transfer id from the payment's own id. A reversed payment that becomes final again gets a second id. */
function payinName({ entries }: DecisionBuilder, { rail, railPaymentId }: PaymentReport): string {
  const name = `payin:${rail}:${railPaymentId}`;
  const times = entries.filter(({ id, code }) => code === "payin" && id.startsWith(name)).length;
  return times === 0 ? name : `${name}:again-${times}`;
}

/** Only for payments that are not final. A final payment is reversed, which is a loss. */
export function paymentVanished(decision: DecisionBuilder, event: EventOf<"payment_vanished">): Refusal | undefined {
  const payment = paymentOf(decision, event);
  if (isOverUnpaid(decision) || payment?.status !== "seen") return refuse("invalid_transition");
  payment.status = "vanished";
  if (!isUnexecuted(decision)) payinsChanged(decision);
}

/** Continues the order after its payments have changed. */
export function payinsChanged(decision: DecisionBuilder): undefined {
  const { order } = decision;
  switch (order.status) {
    case "processing":
    case "sending":
    case "refunding":
    case "disputed":
      // A transfer in progress cannot be stopped. Payments are handled when it has ended.
      return;
    case "refund_pending":
      return isMoneyHere(decision) ? awaitRefund(decision) : finish(decision);
    case "on_hold":
      return isStuck(decision) ? undefined : resume(decision);
    case "completed":
    case "refunded":
    case "failed":
    case "charged_back":
    case "expired":
    case "cancelled":
      order.restingStatus = order.status;
      return resume(decision);
    default:
      return resume(decision);
  }
}

/** A hold that a payment does not end. */
const isStuck = (decision: DecisionBuilder) =>
  isVetoed(decision) || decision.order.holdReason === "payout_error" || toBalance(decision) > 0n;

/** Returns whether it stands for a payment that is gone, whose time and rate it keeps. */
function record(decision: DecisionBuilder, { replaces, ...payment }: PaymentReport, status: "seen" | "final"): boolean {
  const { now, order, market } = { ...decision.facts, order: decision.order };
  const finalAt = status === "final" ? now : null;
  const bookedPayment = paymentOf(decision, payment);
  // An operator confirms a payment without saying who has sent it.
  const report = { ...payment, sender: payment.sender ?? bookedPayment?.sender ?? null };
  // During an upgrade the version before, which has no places, may book as hot what is only seen here.
  const place = status === "final" ? placeOf(decision, report) : "hot";
  const address = place === "deposits" ? (report.address ?? order.payinAddress) : null;
  if (bookedPayment && bookedPayment.status !== "vanished") {
    Object.assign(bookedPayment, { ...report, place, address, status, finalAt });
    return false;
  }
  const replaced = replaces === undefined ? undefined : paymentOf(decision, { ...report, railPaymentId: replaces });
  const isReplacement = replaced !== undefined && replaced.status !== "final";
  // Of a payer's two transactions with one number only one can be on the chain.
  if (isReplacement) replaced.status = "vanished";
  const first = isReplacement
    ? { seenAt: replaced.seenAt, onTime: replaced.onTime, rateAtSight: replaced.rateAtSight }
    : { seenAt: now, onTime: timingNow(decision), rateAtSight: market?.rate ?? order.rate };
  const sight = { place, address, finalAt, ...first };
  // A vanished payment that reappears counts as new, with the time it is seen now.
  if (bookedPayment) Object.assign(bookedPayment, { ...report, ...sight, status });
  else decision.payments.push(newPayment(report, { ...sight, status }));
  return isReplacement;
}

function newPayment(
  report: PaymentReport & Pick<PaymentFact, "sender">,
  sight: Pick<PaymentFact, "place" | "address" | "seenAt" | "finalAt" | "onTime" | "rateAtSight" | "status">,
): PaymentFact {
  return { id: `${report.rail}:${report.railPaymentId}`, ...report, ...sight };
}
