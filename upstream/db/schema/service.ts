import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { languages } from "../../../contract/values/languages.ts";
import { emailCauseNames } from "../../mail/rules/email-cause.ts";
import { minor, moment } from "./columns.ts";
import { listed, rule, withDraft } from "./constraints.ts";
import { pair } from "./market.ts";
import { order } from "./orders.ts";
import { signedCommand } from "./staff.ts";

const emailStatuses = ["queued", "sent", "stored", "overtaken", "held", "digested", "refused"] as const;

/** A stored answer per idempotency key. `reply` is empty while the first request runs. */
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
  (t) => [
    primaryKey({ columns: [t.scope, t.key] }),
    index("idempotency_expiry").on(t.expiresAt),
    rule("idempotency_key_reply", "(status is null) = (reply is null)"),
  ],
);

/** Request counters, written by the rate limiter, which defines the columns. `expire`: milliseconds since 1970. */
export const rateLimit = pgTable("rate_limit", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  expire: bigint("expire", { mode: "bigint" }),
});

/** An email that the mail server has, or the folder that stands in for one. */
export const deliveredStatuses = ["sent", "stored"] as const;

/** An email that was rendered, and its delivery. */
export const emailMessage = pgTable(
  "letter",
  {
    id: text("id").primaryKey(),
    orderRef: text("order_ref").references(() => order.ref, withDraft),
    kind: text("kind").notNull(),
    language: text("language", { enum: languages }).notNull(),
    to: text("to_address").notNull(),
    /** Who caused it: see mail/rules/email-cause.ts. */
    cause: text("cause", { enum: emailCauseNames }).notNull(),
    /**
     * `stored`: written to a file instead of sent, since no mail server is set. `overtaken`: no longer true when it was
     * due, so it was not sent. `held`: beyond the mailbox's daily allowance, until a digest names it (`digested`).
     * `refused`: the recipient's mail server will never take it.
     */
    status: text("status", { enum: emailStatuses }).notNull(),
    /** The text sent, without the token of its link. */
    subject: text("subject"),
    text: text("text"),
    html: text("html"),
    /** Failed deliveries, and the last failure. */
    failures: integer("failures").notNull().default(0),
    failure: text("failure"),
    createdAt: moment("created_at").notNull(),
    sentAt: moment("sent_at"),
    /** Of a counted email: the recipient's mailbox however it was spelt, and when it was let through. */
    mailbox: text("mailbox"),
    admittedAt: moment("admitted_at"),
    /** The email that names it instead of it being sent. */
    digestId: text("digest_id"),
  },
  (t) => [
    index("letter_admitted").on(t.mailbox, t.admittedAt).where(sql`admitted_at is not null`),
    index("letter_held").on(t.createdAt).where(sql`status = 'held'`),
    index("letter_digest").on(t.digestId).where(sql`digest_id is not null`),
    listed("letter", "cause", emailCauseNames),
    rule("letter_mailbox", "cause <> 'stranger' or mailbox is not null"),
    rule("letter_digested", "(status = 'digested') = (digest_id is not null)"),
    index("letter_order").on(t.orderRef),
    index("letter_unsent").on(t.createdAt).where(sql`status = 'queued'`),
    index("letter_refused").on(t.createdAt).where(sql`status = 'refused'`),
    listed("letter", "status", emailStatuses),
    rule("letter_sent", "(status in ('sent', 'stored')) = (sent_at is not null)"),
  ],
);

/** Audit log of operators: every command that changes something writes here, in the same transaction. */
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
    /** The command that a member of staff has signed. Null before there were staff, and for what no person did. */
    commandId: text("command_id").references(() => signedCommand.id),
  },
  (t) => [index("audit_at").on(t.at), index("audit_subject").on(t.subject)],
);

/** An operator's claim on an order, so that two do not work on it at once; ends at `until`. */
export const orderTaken = pgTable("order_taken", {
  orderRef: text("order_ref")
    .primaryKey()
    .references(() => order.ref, withDraft),
  actor: text("actor").notNull(),
  at: moment("at").notNull(),
  until: moment("until_at").notNull(),
});

/** Rails that send nothing at present, by an operator's order; `*` stops all. */
export const payoutStop = pgTable("payout_stop", {
  rail: text("rail").primaryKey(),
  actor: text("actor").notNull(),
  reason: text("reason").notNull(),
  at: moment("at").notNull(),
});

/** Service-wide values: the sandbox clock’s offset, maintenance. */
export const setting = pgTable("setting", {
  name: text("name").primaryKey(),
  value: jsonb("value").$type<unknown>().notNull(),
  updatedAt: moment("updated_at").notNull(),
});

/** Scheduled steps of the sandbox rail; they survive a restart. */
export const sandboxStep = pgTable(
  "sandbox_step",
  {
    id: text("id").primaryKey(),
    /** Null for a movement that is no order's. */
    orderRef: text("order_ref").references(() => order.ref, withDraft),
    step: text("step").notNull(),
    details: jsonb("details").$type<Record<string, string>>().notNull(),
    dueAt: moment("due_at").notNull(),
    doneAt: moment("done_at"),
  },
  (t) => [
    index("sandbox_step_due").on(t.doneAt, t.dueAt),
    index("sandbox_step_order").on(t.orderRef),
    index("sandbox_step_outgoing").on(sql`(details->>'outgoing')`),
  ],
);

/** The sandbox rail's own record of sends by our id, so that repeating one sends once. */
export const sandboxSent = pgTable("sandbox_sent", {
  id: text("id").primaryKey(),
  asset: text("asset").notNull(),
  amount: text("amount").notNull(),
  account: text("account").notNull(),
  txId: text("tx_id").notNull(),
  at: moment("at").notNull(),
});

/** A request to be notified when a pair's reserve is sufficient. Deleted after some days. */
export const reserveRequest = pgTable(
  "reserve_request",
  {
    id: text("id").primaryKey(),
    pairId: text("pair_id")
      .notNull()
      .references(() => pair.id),
    /** The requested payout, minor units of the payout asset. */
    amount: minor("amount").notNull(),
    email: text("email").notNull(),
    language: text("language", { enum: languages }).notNull(),
    /** Asked for by the signed-in member with that address. */
    isMembers: boolean("is_members").notNull().default(false),
    askedAt: moment("asked_at").notNull(),
    /** The job of the email was sent. */
    toldAt: moment("told_at"),
  },
  (t) => [
    uniqueIndex("reserve_request_once").on(t.pairId, sql`lower(${t.email})`).where(sql`told_at is null`),
    rule("reserve_request_amount", "amount > 0"),
  ],
);
