import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { minor, moment } from "./columns.ts";
import { order } from "./orders.ts";

/**
 * The reserve that an executed order holds while its payment is not final; deleted with the hold. `network` and `email`
 * are keyed hashes: they tell whether two orders have the same one, and nothing else.
 */
export const unpaidHold = pgTable(
  "unpaid_hold",
  {
    orderRef: text("order_ref")
      .primaryKey()
      .references(() => order.ref),
    /** The payout asset, and what is held of it in its minor units. */
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    network: text("network").notNull(),
    email: text("email").notNull(),
    memberId: text("member_id"),
    /** A payment of the agreed amount has been seen; such a hold counts against no limit. */
    isCovered: boolean("is_covered").notNull(),
    since: moment("since").notNull(),
    /** When the hold ends without a payment. */
    until: moment("until").notNull(),
  },
  (t) => {
    const isOpen = sql`not is_covered`;
    return [
      // The sum of an asset and its first end are read from the index alone.
      index("unpaid_hold_asset").on(t.asset, t.until, t.amount).where(isOpen),
      index("unpaid_hold_network").on(t.network).where(isOpen),
      index("unpaid_hold_email").on(t.email).where(isOpen),
      index("unpaid_hold_member").on(t.memberId).where(sql`not is_covered and member_id is not null`),
    ];
  },
);

/**
 * What the orders of one party executed on one day and did not pay, open ones included. `party` is a keyed hash that
 * differs from day to day. Deleted when the day is over.
 */
export const unpaidDay = pgTable(
  "unpaid_day",
  {
    /** A date in UTC: `2026-11-21`. */
    day: text("day").notNull(),
    party: text("party").notNull(),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.party, t.asset] })],
);
