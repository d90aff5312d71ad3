import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { languages } from "../../../contract/values/languages.ts";
import { minor, moment } from "./columns.ts";

/** One answer kept for its key. `reply` is empty while the first request still runs. */
export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    scope: text("scope").notNull(),
    key: text("key").notNull(),
    bodyHash: text("body_hash").notNull(),
    status: integer("status"),
    reply: text("reply"),
    startedAt: moment("started_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index("idempotency_expiry").on(t.expiresAt)],
);

/** How often somebody came; written by the limiter, whose columns these are. `expire`: milliseconds since 1970. */
export const rateLimit = pgTable("rate_limit", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  expire: bigint("expire", { mode: "bigint" }),
});

/** A letter that was written, and what became of it. */
export const letter = pgTable(
  "letter",
  {
    id: text("id").primaryKey(),
    orderRef: text("order_ref"),
    kind: text("kind").notNull(),
    language: text("language", { enum: languages }).notNull(),
    to: text("to_address").notNull(),
    /** `overtaken`: by the time it was to be written it was no longer true, so nobody got it. */
    status: text("status", { enum: ["queued", "sent", "overtaken"] }).notNull(),
    /** What was sent, as it may be kept: the link in it without what opens it. */
    subject: text("subject"),
    text: text("text"),
    html: text("html"),
    /** How often it could not be delivered, and why not the last time. */
    failures: integer("failures").notNull().default(0),
    failure: text("failure"),
    createdAt: moment("created_at").notNull(),
    sentAt: moment("sent_at"),
  },
  (t) => [index("letter_order").on(t.orderRef), index("letter_unsent").on(t.createdAt).where(sql`status = 'queued'`)],
);

/** What operators did: every command that changes something writes here, in the same transaction. */
export const audit = pgTable(
  "audit",
  {
    id: text("id").primaryKey(),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    subject: text("subject").notNull(),
    reason: text("reason"),
    details: jsonb("details").$type<Record<string, unknown>>().notNull(),
    at: moment("at").notNull(),
  },
  (t) => [index("audit_at").on(t.at), index("audit_subject").on(t.subject)],
);

/** Which operator has an order in hand, so that two do not move it at once; over when `until` has passed. */
export const orderTaken = pgTable("order_taken", {
  orderRef: text("order_ref").primaryKey(),
  actor: text("actor").notNull(),
  at: moment("at").notNull(),
  until: moment("until_at").notNull(),
});

/** Small facts of the whole service: the sandbox clock’s offset, maintenance. */
export const setting = pgTable("setting", {
  name: text("name").primaryKey(),
  value: jsonb("value").$type<unknown>().notNull(),
  updatedAt: moment("updated_at").notNull(),
});

/** What the sandbox rail still has to do, and when: survives a restart like a real rail would. */
export const sandboxStep = pgTable(
  "sandbox_step",
  {
    id: text("id").primaryKey(),
    orderRef: text("order_ref").notNull(),
    step: text("step").notNull(),
    details: jsonb("details").$type<Record<string, string>>().notNull(),
    dueAt: moment("due_at").notNull(),
    doneAt: moment("done_at"),
  },
  (t) => [index("sandbox_step_due").on(t.doneAt, t.dueAt)],
);

/** The sandbox rail’s own books: what it was asked to send, by our id, so that asking twice sends once. */
export const sandboxSent = pgTable("sandbox_sent", {
  id: text("id").primaryKey(),
  asset: text("asset").notNull(),
  amount: text("amount").notNull(),
  account: text("account").notNull(),
  txId: text("tx_id").notNull(),
  at: moment("at").notNull(),
});

/** Somebody who waits for more reserve of a pair, until the one letter that says so. Kept for days, then deleted. */
export const reserveRequest = pgTable(
  "reserve_request",
  {
    id: text("id").primaryKey(),
    pairId: text("pair_id").notNull(),
    /** What should arrive, minor units of the asset paid out. */
    amount: minor("amount").notNull(),
    email: text("email").notNull(),
    language: text("language", { enum: languages }).notNull(),
    askedAt: moment("asked_at").notNull(),
    /** The letter was sent off to be written. */
    toldAt: moment("told_at"),
  },
  (t) => [uniqueIndex("reserve_request_once").on(t.pairId, sql`lower(${t.email})`).where(sql`told_at is null`)],
);
