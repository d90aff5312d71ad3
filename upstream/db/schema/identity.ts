import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { member } from "./accounts.ts";
import { moment } from "./columns.ts";
import { rule } from "./constraints.ts";
import { order } from "./orders.ts";

const ofOrder = () =>
  text("order_ref")
    .notNull()
    .references(() => order.ref, { onDelete: "cascade" });

/** Who the customer of an order is and where the money comes from, as they have answered it. Deleted by schedule. */
export const identityRecord = pgTable(
  "identity_record",
  {
    orderRef: ofOrder().primaryKey(),
    /**
     * Whose session has answered; null for a guest, also once the order has joined an account: whoever has a mailbox need not be
     * who has typed it.
     */
    memberId: text("member_id").references(() => member.id, { onDelete: "set null" }),
    /** The answers as JSON, encrypted; they can be read in this row only. */
    sealed: text("sealed").notNull(),
    /** Which secret has encrypted them: what is older than the newest one is encrypted again. */
    sealedWith: text("sealed_with").notNull(),
    answeredAt: moment("answered_at").notNull(),
  },
  (t) => [
    index("identity_record_sealed_with").on(t.sealedWith),
    index("identity_record_member").on(t.memberId, t.answeredAt),
    // No JSON, no name and no date has this form.
    rule("identity_record_sealed", "sealed ~ '^[A-Za-z0-9_-]{38,}$'"),
  ],
);

/**
 * Hashes of what names the customer of an executed order: member, mailboxes, accounts. Orders with one in common count as one
 * customer's. Deleted once they count no more.
 */
export const identityParty = pgTable(
  "identity_party",
  { orderRef: ofOrder(), party: text("party").notNull(), at: moment("at").notNull() },
  (t) => [
    primaryKey({ columns: [t.orderRef, t.party] }),
    index("identity_party_party").on(t.party, t.at),
    index("identity_party_at").on(t.at),
    rule("identity_party_hash", "party ~ '^[0-9a-f]{64}$'"),
  ],
);
