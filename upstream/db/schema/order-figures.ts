import { bigint, date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { listed, rule } from "./constraints.ts";
import { outgoing } from "./outgoing.ts";

const outcomeKinds = ["payout", "refund"] as const;

/**
 * What public figures count of an order: its first payout that was not returned, with the time it took, and its first
 * refund. Written by a trigger of `outgoing` alone.
 */
export const orderOutcome = pgTable(
  "order_outcome",
  {
    orderRef: text("order_ref").notNull(),
    kind: text("kind", { enum: outcomeKinds }).notNull(),
    outgoingId: text("outgoing_id")
      .notNull()
      .references(() => outgoing.id),
    pairId: text("pair_id").notNull(),
    /** When it was sent, in UTC. */
    day: date("day", { mode: "string" }).notNull(),
    /** From the last payment confirmed before the payout; null for a refund. */
    milliseconds: bigint("milliseconds", { mode: "number" }),
    /** Sixteen for each doubling of the time in seconds. */
    bucket: integer("bucket"),
  },
  (t) => [
    primaryKey({ columns: [t.orderRef, t.kind] }),
    listed("order_outcome", "kind", outcomeKinds),
    rule(
      "order_outcome_time",
      "(kind = 'payout') = (milliseconds is not null) and (milliseconds is null) = (bucket is null) and milliseconds >= 0",
    ),
  ],
);

/**
 * Payout times of a day and pair, grouped by how long they took, so that no page reads every order: a day has a bounded number
 * of rows, however many orders it had. Written by a trigger of `order_outcome` alone.
 */
export const payoutDay = pgTable(
  "payout_day",
  {
    day: date("day", { mode: "string" }).notNull(),
    pairId: text("pair_id").notNull(),
    bucket: integer("bucket").notNull(),
    orders: integer("orders").notNull(),
    milliseconds: bigint("milliseconds", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.pairId, t.bucket] }),
    rule("payout_day_sums", "orders >= 0 and milliseconds >= 0"),
  ],
);

/** Ended holds and refunded orders of a day. Written by triggers of `order_event` and `order_outcome` alone. */
export const orderDay = pgTable(
  "order_day",
  {
    day: date("day", { mode: "string" }).primaryKey(),
    /** Ended by a decision or by the rule of their deadline; the end of a mere delay does not count. */
    holdsEnded: integer("holds_ended").notNull().default(0),
    /** Of those, decided before their deadline. */
    holdsInTime: integer("holds_in_time").notNull().default(0),
    refunds: integer("refunds").notNull().default(0),
  },
  () => [rule("order_day_sums", "holds_in_time between 0 and holds_ended and refunds >= 0")],
);
