import { keptDays } from "../../../contract/member/kept-days.ts";
import { defaultPayoutPolicy, type PayoutPolicy } from "../../payouts/rules/payout-policy.ts";
import { defaultWithdrawalPolicy, type WithdrawalPolicy } from "../../withdrawals/rules/withdrawal-policy.ts";
import type { PayerLimits } from "./payer-limits.ts";
import type { UnpaidLimits } from "./unpaid-limits.ts";

/**
 * Business rules in numbers. The environment may change the defaults; tests shorten them. Tolerances belong to the
 * asset (`tolerance_bps`), limits to the pair.
 */
export type Policy = {
  quoteTtlSeconds: number;
  /** Crypto payment window, and how long an invoice order keeps its rate. */
  payWindowSeconds: number;
  /** The window of an order that may not hold the reserve for longer: see `payWindowFor`. */
  shortPayWindowSeconds: number;
  /** Null where no limit applies. */
  unpaid: UnpaidLimits | null;
  /** What one payer may send by means that can be taken back; null where no limit applies. */
  payers: PayerLimits | null;
  invoiceOpenSeconds: number;
  /** A payment after the window still counts at the locked rate if the rate moved no more than this. */
  graceSeconds: number;
  rateBandPercent: number;
  /** Money paid into a wallet may leave it after this time where the order was paid in a way that can be taken back. */
  settleSeconds: number;
  /** The same for a payer whose first such exchange has not stood for long enough yet (`PayerLimits.days`). */
  newPayerSettleSeconds: number;
  /** How long a requote offer is valid. */
  requoteTtlSeconds: number;
  holdSeconds: number;
  payoutErrorHoldSeconds: number;
  /** Deadline for documents requested from the customer: identity, sender. */
  infoHoldSeconds: number;
  /** Interval of reminders for holds without a default. */
  reminderSeconds: number;
  /** Days on which a customer without a refund address is reminded; the last reminder goes to the operator. */
  refundReminderDays: readonly number[];
  /** The least time left in the payment window after a payment has vanished. */
  minimumWindowSeconds: number;
  draftKeptSeconds: number;
  /** A job that should have moved an order is queued again after this time. */
  jobLostSeconds: number;
  addressWatchedSeconds: number;
  /** A reserve request is deleted after this time. */
  reserveRequestKeptSeconds: number;
  /** Or earlier, this long after its notification was sent. The unsubscribe link works until then. */
  reserveEmailKeptSeconds: number;
  /** After the last change of a completed or refunded order its customer is invited to review it. */
  reviewInviteSeconds: number;
  /** An older reference rate is not used and its pair pauses. The sandbox's rate is always current. */
  rateMaxAgeSeconds: number;
  withdrawals: WithdrawalPolicy;
  payouts: PayoutPolicy;
  /** Public statistics need as many orders, so that they tell nothing about one customer. */
  statisticsMinOrders: number;
  /** The same for one pair, and for one day. */
  statisticsMinPartOrders: number;
};

const minutes = 60;
const hours = 60 * minutes;
const days = 24 * hours;

export const defaultPolicy: Policy = {
  quoteTtlSeconds: 15 * minutes,
  payWindowSeconds: 30 * minutes,
  shortPayWindowSeconds: 10 * minutes,
  unpaid: null,
  payers: null,
  invoiceOpenSeconds: 24 * hours,
  graceSeconds: 90 * minutes,
  settleSeconds: 14 * days,
  newPayerSettleSeconds: 30 * days,
  rateBandPercent: 1,
  requoteTtlSeconds: 15 * minutes,
  holdSeconds: 24 * hours,
  payoutErrorHoldSeconds: 7 * days,
  infoHoldSeconds: 7 * days,
  reminderSeconds: 1 * days,
  refundReminderDays: [1, 7, 30, 60],
  minimumWindowSeconds: 10 * minutes,
  draftKeptSeconds: keptDays.drafts * days,
  jobLostSeconds: 10 * minutes,
  addressWatchedSeconds: 60 * days,
  reserveRequestKeptSeconds: 30 * days,
  reserveEmailKeptSeconds: 7 * days,
  reviewInviteSeconds: 1 * days,
  rateMaxAgeSeconds: 1 * hours,
  withdrawals: defaultWithdrawalPolicy,
  payouts: defaultPayoutPolicy,
  statisticsMinOrders: 50,
  statisticsMinPartOrders: 30,
};
