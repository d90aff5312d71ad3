import {
  endedWithdrawalStatuses,
  type WithdrawalReason,
  type WithdrawalStatus,
} from "../../../contract/balance/withdrawal-lists.ts";
import type { Booking } from "../../ledger/rules/booking.ts";
import type { EmailCause } from "../../mail/rules/email-cause.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { canMove } from "./withdrawal-machine.ts";
import {
  type WithdrawalMoney,
  withdrawalCashFound,
  withdrawalReleased,
  withdrawalReturned,
  withdrawalSent,
  withdrawalSentLate,
} from "./withdrawal-postings.ts";

export type WithdrawalFacts = WithdrawalMoney & {
  status: WithdrawalStatus;
  /** Until when the code may be entered. */
  confirmBy: Date;
  /** When its address may be used. */
  usableAt: Date;
  now: Date;
};

/**
 * What happens to a withdrawal after its request. `free`: what the member's wallet has now, without what is held.
 */
export type WithdrawalEvent =
  | { name: "confirmed" }
  | { name: "cooled" }
  | { name: "cancelled" }
  | { name: "confirmation_ended" }
  | { name: "lapsed" }
  | { name: "rejected"; reason: "reported" | "by_team" | "frozen" }
  | { name: "handed_over" }
  | { name: "sent"; free: bigint }
  | { name: "not_sent"; reason: NotSent }
  | { name: "returned"; amount: bigint | null };

/** Who ended what the payout guard had: its rail, our team, or our team after a freeze. */
type NotSent = "not_sent" | "by_team" | "frozen";

/** Who causes each email of a decision: the member's session, an operator, or what became of the money. */
export const causeOfDecision = {
  withdrawal_cooling: "member",
  withdrawal_approved: "house",
  withdrawal_completed: "house",
  withdrawal_cancelled: "house",
  withdrawal_lapsed: "house",
  withdrawal_rejected: "operator",
  withdrawal_frozen: "house",
  withdrawal_failed: "house",
  withdrawal_returned: "house",
  withdrawal_sent_late: "house",
} as const satisfies Record<string, EmailCause>;

type WithdrawalEmail = keyof typeof causeOfDecision;

export type WithdrawalDecision = {
  status: WithdrawalStatus;
  reason: WithdrawalReason | null;
  bookings: Booking[];
  /** What the member owes from now on, because a fact took more than the wallet had; minor units. */
  debt: bigint;
  email: WithdrawalEmail | null;
};

const emailAbout = {
  reported: "withdrawal_rejected",
  by_team: "withdrawal_rejected",
  frozen: "withdrawal_frozen",
  not_sent: "withdrawal_failed",
} as const satisfies Record<NotSent | "reported", WithdrawalEmail>;

/** In which statuses an event may happen. */
const happensIn: Record<WithdrawalEvent["name"], readonly WithdrawalStatus[]> = {
  confirmed: ["confirm_pending"],
  cooled: ["cooling_off"],
  cancelled: ["confirm_pending", "cooling_off"],
  confirmation_ended: ["confirm_pending"],
  lapsed: ["cooling_off", "approved"],
  rejected: ["confirm_pending", "cooling_off", "approved"],
  handed_over: ["approved"],
  sent: ["processing", "failed"],
  not_sent: ["processing"],
  returned: ["completed"],
};

/** The next status with its postings and its email. Refuses with `invalid_transition` what the machine does not allow. */
export function decideWithdrawal(facts: WithdrawalFacts, event: WithdrawalEvent): WithdrawalDecision | Refusal {
  const decision = happensIn[event.name].includes(facts.status) ? changeOf(facts, event) : undefined;
  if (decision === undefined || !canMove(facts.status, decision.status)) {
    return refuse("invalid_transition", {
      extra: { current_status: facts.status, actions: withdrawalActions(facts.status) },
    });
  }
  return { reason: null, bookings: [], debt: 0n, email: null, ...decision };
}

type WithdrawalChange = Partial<WithdrawalDecision> & Pick<WithdrawalDecision, "status">;

function changeOf(facts: WithdrawalFacts, event: WithdrawalEvent): WithdrawalChange | undefined {
  switch (event.name) {
    case "confirmed":
      return confirmed(facts);
    case "cooled":
      if (facts.usableAt > facts.now) return undefined;
      return { status: "approved", email: "withdrawal_approved" };
    case "cancelled":
      return givenBack(facts, { status: "cancelled", reason: "by_member", email: "withdrawal_cancelled" });
    case "confirmation_ended":
      if (facts.confirmBy > facts.now) return undefined;
      return givenBack(facts, { status: "cancelled", reason: "not_confirmed", email: null });
    case "lapsed":
      return givenBack(facts, { status: "cancelled", reason: "lapsed", email: "withdrawal_lapsed" });
    case "rejected":
      return givenBack(facts, { status: "rejected", reason: event.reason, email: emailAbout[event.reason] });
    case "handed_over":
      return { status: "processing", bookings: facts.awaitsCash ? withdrawalCashFound(facts) : [] };
    case "sent":
      return sent(facts, event.free);
    case "not_sent":
      return givenBack(facts, { status: "failed", reason: event.reason, email: emailAbout[event.reason] });
    case "returned": {
      const bookings = [withdrawalReturned(facts, event.amount ?? facts.amount - facts.fee)];
      return { status: "failed", reason: "returned", bookings, email: "withdrawal_returned" };
    }
  }
}

function confirmed({ confirmBy, usableAt, now }: WithdrawalFacts): WithdrawalChange | undefined {
  if (confirmBy <= now) return undefined;
  if (usableAt <= now) return { status: "approved", email: "withdrawal_approved" };
  return { status: "cooling_off", email: "withdrawal_cooling" };
}

function givenBack(facts: WithdrawalFacts, change: WithdrawalChange): WithdrawalChange {
  return { ...change, bookings: withdrawalReleased(facts) };
}

function sent(facts: WithdrawalFacts, free: bigint): WithdrawalChange | undefined {
  if (facts.status === "processing")
    return { status: "completed", bookings: withdrawalSent(facts), email: "withdrawal_completed" };
  const net = facts.amount - facts.fee;
  const covered = free < net ? free : net;
  const bookings = withdrawalSentLate(facts, covered);
  const email = "withdrawal_sent_late";
  return { status: "completed", reason: "sent_after_failure", bookings, debt: net - covered, email };
}

/** What the member may do with it now. */
export function withdrawalActions(status: WithdrawalStatus): ("confirm" | "cancel")[] {
  switch (status) {
    case "confirm_pending":
      return ["confirm", "cancel"];
    case "cooling_off":
      return ["cancel"];
    default:
      return [];
  }
}

export const isEndedWithdrawal = (status: WithdrawalStatus): boolean =>
  endedWithdrawalStatuses.some((ended) => ended === status);
