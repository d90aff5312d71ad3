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
export function paymentSeen(draft: DecisionDraft, { payment }: EventOf<"payment_seen">): Refusal | undefined {
  if (draft.order.payinMethod === null) return neverAsked;
  record(draft, payment, "seen");
  payinsChanged(draft);
  // On hold another letter says more.
  if (draft.order.status === "confirming") addTask(draft, { job: "letter", kind: "payment_seen" });
}

/** Booked once per payment id of the rail: the gross amount, and what the rail kept of it. */
export function paymentFinal(draft: DecisionDraft, { payment }: EventOf<"payment_final">): Refusal | undefined {
  if (draft.order.payinMethod === null) return neverAsked;
  record(draft, payment, "final");
  const { rail, asset, amount, railFee } = payment;
  const name = payinName(draft, payment);
  const lies = accounts.rail(rail, asset);
  post(draft, name, { debit: lies, credit: customerAccount(draft, asset), asset, amount, code: "payin" });
  forced(draft, `${name}:fee`, {
    debit: accounts.reserve(asset),
    credit: lies,
    asset,
    amount: railFee,
    code: "rail_fee",
  });
  if (asset === draft.order.fromAsset) draft.order.received += amount;
  payinsChanged(draft);
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
export function paymentVanished(draft: DecisionDraft, event: EventOf<"payment_vanished">): Refusal | undefined {
  const payment = paymentOf(draft, event);
  if (payment?.status !== "seen") return refuse("invalid_transition");
  payment.status = "vanished";
  payinsChanged(draft);
}

/** What a change among the payments means where the order stands. */
export function payinsChanged(draft: DecisionDraft): undefined {
  const { order } = draft;
  switch (order.status) {
    case "processing":
    case "sending":
    case "refunding":
    case "disputed":
      // Something is under way that this cannot stop; its end looks at what is here then.
      return;
    case "refund_pending":
      return isMoneyHere(draft) ? awaitRefund(draft) : rest(draft);
    case "on_hold":
      return isStuck(draft) ? undefined : resume(draft);
    case "completed":
    case "refunded":
    case "failed":
    case "charged_back":
    case "expired":
    case "cancelled":
      order.restingStatus = order.status;
      return resume(draft);
    default:
      return resume(draft);
  }
}

/** A hold that payments do not end. */
const isStuck = (draft: DecisionDraft) =>
  isVetoed(draft) || draft.order.holdReason === "payout_error" || toBalance(draft) > 0n;

function record(draft: DecisionDraft, report: PaymentReport, status: "seen" | "final"): undefined {
  const { now, order, market } = { ...draft.facts, order: draft.order };
  const finalAt = status === "final" ? now : null;
  const known = paymentOf(draft, report);
  if (known && known.status !== "vanished") {
    Object.assign(known, { ...report, status, finalAt });
    return;
  }
  const sight = { seenAt: now, finalAt, onTime: timingNow(draft), rateAtSight: market?.rate ?? order.rate };
  // One that had vanished is new: it counts by when it is seen now.
  if (known) Object.assign(known, { ...report, ...sight, status });
  else draft.payments.push(newPayment(report, { ...sight, status }));
}

function newPayment(
  report: PaymentReport,
  sight: Pick<PaymentFact, "seenAt" | "finalAt" | "onTime" | "rateAtSight" | "status">,
): PaymentFact {
  return { id: `${report.rail}:${report.railPaymentId}`, ...report, ...sight };
}
