import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { minor, moment } from "./columns.ts";
import { rule, withDraft } from "./constraints.ts";
import { order } from "./orders.ts";

/** A payment session that a hosted gateway opened for an order; one per agreed amount. */
export const gatewaySession = pgTable(
  "gateway_session",
  {
    gateway: text("gateway").notNull(),
    id: text("id").notNull(),
    orderRef: text("order_ref")
      .notNull()
      .references(() => order.ref, withDraft),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    pageUrl: text("page_url").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.gateway, t.id] }),
    uniqueIndex("gateway_session_once").on(t.gateway, t.orderRef, t.asset, t.amount),
    index("gateway_session_order").on(t.orderRef),
    rule("gateway_session_amount", "amount > 0"),
  ],
);

/** Gateway events that took effect, written in the same transaction, so that each takes effect once. */
export const gatewayEvent = pgTable(
  "gateway_event",
  {
    gateway: text("gateway").notNull(),
    id: text("id").notNull(),
    bodyHash: text("body_hash").notNull(),
    receivedAt: moment("received_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.gateway, t.id] })],
);

/**
 * The newest report about a payment at a gateway; older ones that arrive later are ignored. Its confirmations are only
 * here: the order hears of changes of state. `reportedAt` is null for reports from before it was kept.
 */
export const gatewayPayment = pgTable(
  "gateway_payment",
  {
    gateway: text("gateway").notNull(),
    id: text("id").notNull(),
    version: integer("version").notNull(),
    confirmations: integer("confirmations").notNull().default(0),
    reportedAt: moment("reported_at"),
  },
  (t) => [primaryKey({ columns: [t.gateway, t.id] })],
);

/** Data of the simulated gateway: requests by the caller's idempotency key. */
export const sandboxSession = pgTable(
  "sandbox_session",
  {
    id: text("id").primaryKey(),
    key: text("key").notNull(),
    reference: text("reference").notNull(),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    returnUrl: text("return_url").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [uniqueIndex("sandbox_session_key").on(t.key)],
);

/** Scheduled steps of a simulated session from `dueAt` on, and whether the caller was notified. */
export const sandboxSessionEvent = pgTable(
  "sandbox_session_event",
  {
    id: text("id").primaryKey(),
    sessionId: text("session_id")
      .notNull()
      .references(() => sandboxSession.id),
    event: jsonb("event").$type<unknown>().notNull(),
    dueAt: moment("due_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextTryAt: moment("next_try_at").notNull(),
    deliveredAt: moment("delivered_at"),
  },
  (t) => [
    index("sandbox_session_event_due").on(t.deliveredAt, t.nextTryAt),
    index("sandbox_session_event_session").on(t.sessionId),
  ],
);
