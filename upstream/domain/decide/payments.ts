import { timingNow } from "../condition.ts";
import { addTask, customerAccount, type DecisionDraft, forced, post, toBalance } from "../decision-draft.ts";
import { paymentOf } from "../duplicate-events.ts";
import { accounts } from "../ledger/booking.ts";
import type { EventOf, PaymentReport } from "../order-event.ts";
import type { PaymentFact } from "../order-facts.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { rest } from "./finish.ts";
import { isMoneyHere, isVetoed } from "./order-predicates.ts";
import { awaitRefund } from "./refund.ts";
import { resume } from "./resume.ts";

/** On its way: nothing is booked yet, so a reorganisation needs no undoing. */
export function paymentSeen(turn: DecisionDraft, { payment }: EventOf<"payment_seen">): Refusal | undefined {
  if (turn.order.payinMethod === null) return neverAsked;
  record(turn, payment, "seen");
  payinsChanged(turn);
  // On hold another letter says more.
  if (turn.order.status === "confirming") addTask(turn, { job: "letter", kind: "payment_seen" });
}

/** Booked once per payment id of the rail: the gross amount, and what the rail kept of it. */
export function paymentFinal(turn: DecisionDraft, { payment }: EventOf<"payment_final">): Refusal | undefined {
  if (turn.order.payinMethod === null) return neverAsked;
  record(turn, payment, "final");
  const { rail, asset, amount, railFee } = payment;
  const name = payinName(turn, payment);
  const lies = accounts.rail(rail, asset);
  post(turn, name, { debit: lies, credit: customerAccount(turn, asset), asset, amount, code: "payin" });
  forced(turn, `${name}:fee`, {
    debit: accounts.reserve(asset),
    credit: lies,
    asset,
    amount: railFee,
    code: "rail_fee",
  });
  if (asset === turn.order.fromAsset) turn.order.received += amount;
  payinsChanged(turn);
}

/** A draft that ended was never told where to be paid: such a payment is somebody else's. */
const neverAsked = refuse("invalid_transition");

/** Named after the payment itself. One that had been reversed and is final after all comes in a second time. */
function payinName({ entries }: DecisionDraft, { rail, railPaymentId }: PaymentReport): string {
  const name = `payin:${rail}:${railPaymentId}`;
  const times = entries.filter(({ id, code }) => code === "payin" && id.startsWith(name)).length;
  return times === 0 ? name : `${name}:again-${times}`;
}

/** Only what was not final yet; after that it is a reversal, and a loss. */
export function paymentVanished(turn: DecisionDraft, event: EventOf<"payment_vanished">): Refusal | undefined {
  const payment = paymentOf(turn, event);
  if (payment?.status !== "seen") return refuse("invalid_transition");
  payment.status = "vanished";
  payinsChanged(turn);
}

/** What a change among the payments means where the order stands. */
export function payinsChanged(turn: DecisionDraft): undefined {
  const { order } = turn;
  switch (order.status) {
    case "processing":
    case "sending":
    case "refunding":
    case "disputed":
      // Something is under way that this cannot stop; its end looks at what is here then.
      return;
    case "refund_pending":
      return isMoneyHere(turn) ? awaitRefund(turn) : rest(turn);
    case "on_hold":
      return isStuck(turn) ? undefined : resume(turn);
    case "completed":
    case "refunded":
    case "failed":
    case "charged_back":
    case "expired":
    case "cancelled":
      order.restingStatus = order.status;
      return resume(turn);
    default:
      return resume(turn);
  }
}

/** A hold that payments do not end. */
const isStuck = (turn: DecisionDraft) =>
  isVetoed(turn) || turn.order.holdReason === "payout_error" || toBalance(turn) > 0n;

function record(turn: DecisionDraft, report: PaymentReport, status: "seen" | "final"): undefined {
  const { now, order, market } = { ...turn.facts, order: turn.order };
  const finalAt = status === "final" ? now : null;
  const known = paymentOf(turn, report);
  if (known && known.status !== "vanished") {
    Object.assign(known, { ...report, status, finalAt });
    return;
  }
  const sight = { seenAt: now, finalAt, onTime: timingNow(turn), rateAtSight: market?.rate ?? order.rate };
  // One that had vanished is new: it counts by when it is seen now.
  if (known) Object.assign(known, { ...report, ...sight, status });
  else turn.payments.push(newPayment(report, { ...sight, status }));
}

function newPayment(
  report: PaymentReport,
  sight: Pick<PaymentFact, "seenAt" | "finalAt" | "onTime" | "rateAtSight" | "status">,
): PaymentFact {
  return { id: `${report.rail}:${report.railPaymentId}`, ...report, ...sight };
}
