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
  /** The clock after a vanished payment goes on with at least this. */
  minimumWindowSeconds: number;
  draftKeptSeconds: number;
  addressWatchedSeconds: number;
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
  minimumWindowSeconds: 10 * minutes,
  draftKeptSeconds: 24 * hours,
  addressWatchedSeconds: 60 * days,
};
