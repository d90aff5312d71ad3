import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { minor, moment } from "./columns.ts";

/** A payment session that a hosted gateway opened for an order. One for each amount that was ever agreed to. */
export const gatewaySession = pgTable(
  "gateway_session",
  {
    gateway: text("gateway").notNull(),
    id: text("id").notNull(),
    orderRef: text("order_ref").notNull(),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    pageUrl: text("page_url").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.gateway, t.id] }),
    uniqueIndex("gateway_session_once").on(t.gateway, t.orderRef, t.asset, t.amount),
  ],
);

/** Events of gateways that had their effect: written in the transaction of that effect, so that each has it once. */
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

/** The newest that was heard of a payment at a gateway: older news, however late it comes, says nothing any more. */
export const gatewayPayment = pgTable(
  "gateway_payment",
  { gateway: text("gateway").notNull(), id: text("id").notNull(), version: integer("version").notNull() },
  (t) => [primaryKey({ columns: [t.gateway, t.id] })],
);

/** Books of the gateway that the sandbox plays: what it was asked for, under the caller's key. */
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

/** What happens in a session of that gateway from `dueAt` on, and whether its caller has been told. */
export const sandboxSessionEvent = pgTable(
  "sandbox_session_event",
  {
    id: text("id").primaryKey(),
    sessionId: text("session_id").notNull(),
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
