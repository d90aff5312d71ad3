/**
 * The house rules in numbers. Defaults; the environment may change them, tests shorten them.
 * Money tolerances live with the asset (`tolerance_bps`), limits with the pair.
 */
export type Policy = {
  quoteTtlSeconds: number;
  /** Crypto pay-in window, and the time an invoice order keeps its rate. */
  payWindowSeconds: number;
  invoiceOpenSeconds: number;
  /** After the window a payment may still count at the locked rate if the market moved no more than this. */
  graceSeconds: number;
  rateBandPercent: number;
  /** A requote offered on a hold stands so long. */
  requoteTtlSeconds: number;
  holdSeconds: number;
  payoutErrorHoldSeconds: number;
  /** For papers asked of the customer: identity, sender. */
  infoHoldSeconds: number;
  /** Holds without a default remind whoever must act so often. */
  reminderSeconds: number;
  /** Days on which a customer without refund address gets a letter; the last is the operator's. */
  refundReminderDays: readonly number[];
  /** The clock after a vanished payment goes on with at least this. */
  minimumWindowSeconds: number;
  draftKeptSeconds: number;
  /** A job that should have moved an order is sent again after this. */
  jobLostSeconds: number;
  addressWatchedSeconds: number;
  /** Somebody who waits for more reserve is forgotten after this. */
  reserveRequestKeptSeconds: number;
  /** Or, sooner, so long after the letter that said that it is there: its link to stop such letters works until then. */
  reserveLetterKeptSeconds: number;
  /** A reference rate older than this is none: its pair pauses. The sandbox's is always fresh. */
  rateMaxAgeSeconds: number;
};

const minutes = 60;
const hours = 60 * minutes;
const days = 24 * hours;

export const defaultPolicy: Policy = {
  quoteTtlSeconds: 15 * minutes,
  payWindowSeconds: 30 * minutes,
  invoiceOpenSeconds: 24 * hours,
  graceSeconds: 90 * minutes,
  rateBandPercent: 1,
  requoteTtlSeconds: 15 * minutes,
  holdSeconds: 24 * hours,
  payoutErrorHoldSeconds: 7 * days,
  infoHoldSeconds: 7 * days,
  reminderSeconds: 1 * days,
  refundReminderDays: [1, 7, 30, 60],
  minimumWindowSeconds: 10 * minutes,
  draftKeptSeconds: 24 * hours,
  jobLostSeconds: 10 * minutes,
  addressWatchedSeconds: 60 * days,
  reserveRequestKeptSeconds: 30 * days,
  reserveLetterKeptSeconds: 7 * days,
  rateMaxAgeSeconds: 1 * hours,
};
