import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { languages } from "../../../contract/values/languages.ts";
import { moment } from "./columns.ts";
import { listed, rule, withDraft } from "./constraints.ts";
import { order } from "./orders.ts";

/** A browser that is told about an order until it ends. Keys in base64url. */
export const pushSubscription = pgTable(
  "push_subscription",
  {
    id: text("id").primaryKey(),
    orderRef: text("order_ref")
      .notNull()
      .references(() => order.ref, withDraft),
    /** SHA-256 of the endpoint, by which the browser's page names it. */
    endpointHash: text("endpoint_hash").notNull(),
    endpoint: text("endpoint").notNull(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    /** Our public key that the browser subscribed with: messages must be signed by it. */
    vapidKey: text("vapid_key").notNull(),
    language: text("language", { enum: languages }).notNull(),
    /** The notice told last, and the order's version that was compared last. */
    told: text("told"),
    comparedVersion: integer("compared_version").notNull(),
    /** Attempts since the last success, and when the next is due; null when nothing failed. */
    failures: integer("failures").notNull().default(0),
    nextTryAt: moment("next_try_at"),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("push_subscription_once").on(t.orderRef, t.endpointHash),
    index("push_subscription_created").on(t.createdAt),
    listed("push_subscription", "language", languages),
    rule("push_subscription_retry", "failures >= 0 and (failures > 0) = (next_try_at is not null)"),
  ],
);
