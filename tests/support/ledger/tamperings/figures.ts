import type { Tampering } from "./tampering.ts";

/** Sums that public figures are made of. */
export const ofFigures: readonly Tampering[] = [
  {
    name: "a payout on another day",
    check: "outcomes_are_of_sent_money",
    sql: ({ completed }) => `update order_outcome set day = day - 1 where order_ref = '${completed}'`,
    says: ({ completed }) => new RegExp(`payout of the order ${completed} counts for \\d{4}-\\d\\d-\\d\\d .* sent on`),
  },
  {
    name: "a payout that does not count",
    check: "outcomes_are_of_sent_money",
    sql: ({ completed }) => `delete from order_outcome where order_ref = '${completed}'`,
    says: ({ completed }) => new RegExp(`payout of the order ${completed} counts for no day`),
  },
  {
    name: "a shorter time of a payout",
    check: "payout_days_are_their_orders",
    sql: ({ completed }) =>
      `update order_outcome set milliseconds = milliseconds + 1000 where order_ref = '${completed}'`,
    says: () => /payout times of usdt-trc20_paypal-usd on \d{4}-\d\d-\d\d count \d orders of one length/,
  },
  {
    name: "holds that nobody ended",
    check: "days_count_their_holds_and_refunds",
    sql: () => "insert into order_day (day, holds_ended) values ('2020-01-01', 2)",
    says: () => /figures of 2020-01-01 say 2 holds ended, 0 of them in time, .* it is 0, 0 and 0/,
  },
];
