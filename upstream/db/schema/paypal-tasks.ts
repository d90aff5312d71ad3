import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytes, minor, moment } from "./columns.ts";
import { listed, rule } from "./constraints.ts";
import { order } from "./orders.ts";
import { outgoing } from "./outgoing.ts";
import { paypalLine } from "./paypal-lines.ts";
import { signedCommand } from "./staff.ts";

/** `pay` and `refund` send a movement of the payout guard; `invoice` and `cancel_invoice` belong to an order's pay-in. */
export const paypalTaskKinds = ["pay", "refund", "invoice", "cancel_invoice"] as const;

/**
 * `claimed`: one person is on it, also after the claim's time. `entered`: it waits for a second person. `sent`: the invoice is
 * with its payer. `failed`: it could not be paid. `dropped`: nothing has to be done any more.
 */
export const paypalTaskStates = ["open", "claimed", "entered", "sent", "done", "failed", "dropped"] as const;

/**
 * What a person does at PayPal by hand (docs/paypal-by-hand.md). Accounts and names are those of the movement or the order, so
 * that they are erased with them.
 */
export const paypalTask = pgTable(
  "paypal_task",
  {
    number: integer("number").primaryKey().generatedAlwaysAsIdentity({ startWith: 101 }),
    kind: text("kind", { enum: paypalTaskKinds }).notNull(),
    state: text("state", { enum: paypalTaskStates }).notNull(),
    /** Of `pay` and `refund`. */
    movementId: text("movement_id").references(() => outgoing.id),
    /** Of invoices. */
    orderRef: text("order_ref").references(() => order.ref, { onDelete: "cascade" }),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    createdAt: moment("created_at").notNull(),
    /** By when the company says that it is done. */
    dueAt: moment("due_at").notNull(),
    /** Who is on it, or was last. */
    claimedBy: text("claimed_by"),
    claimedUntil: moment("claimed_until"),
    /** PayPal's number of the invoice, and the page on which its payer pays it. */
    invoiceNumber: text("invoice_number"),
    invoiceUrl: text("invoice_url"),
    sentAt: moment("sent_at"),
    /** The order needs the invoice no more. */
    withdrawnAt: moment("withdrawn_at"),
    endedAt: moment("ended_at"),
    /** Why it could not be paid. */
    reason: text("reason"),
  },
  (t) => [
    uniqueIndex("paypal_task_movement").on(t.movementId),
    uniqueIndex("paypal_task_order").on(t.orderRef, t.kind),
    index("paypal_task_unfinished").on(t.dueAt).where(sql`ended_at is null`),
    index("paypal_task_done").on(t.kind, t.endedAt).where(sql`state = 'done'`),
    listed("paypal_task", "kind", paypalTaskKinds),
    listed("paypal_task", "state", paypalTaskStates),
    rule("paypal_task_amount", "amount > 0"),
    rule(
      "paypal_task_subject",
      "(kind in ('pay', 'refund')) = (movement_id is not null) and (kind in ('invoice', 'cancel_invoice')) = (order_ref is not null)",
    ),
    rule("paypal_task_claim", "(claimed_by is null) = (claimed_until is null)"),
    rule("paypal_task_claimed", "state not in ('claimed', 'entered') or claimed_by is not null"),
    rule("paypal_task_open", "state <> 'open' or claimed_by is null"),
    rule("paypal_task_sent", "state <> 'sent' or (kind = 'invoice' and sent_at is not null)"),
    rule("paypal_task_ended", "(state in ('done', 'failed', 'dropped')) = (ended_at is not null)"),
    rule("paypal_task_reason", "(state = 'failed') = (reason is not null)"),
  ],
);

/**
 * `paid`: the money of the task was sent. `not_paid`: nothing was sent before the claim was given back. `received`: the invoice,
 * or a part of it, was paid. `returned`: what was sent came back. `refunded`: a payment was refunded at PayPal without a task.
 * `disputed`: its payer has opened a case about it; `dispute_answered`: we have answered in that case; `dispute_won` and
 * `dispute_lost`: PayPal has decided it.
 */
export const paypalEntryKinds = [
  ...(["paid", "not_paid", "received", "returned", "refunded"] as const),
  ...(["disputed", "dispute_answered", "dispute_won", "dispute_lost"] as const),
] as const;
export const paypalEntryStates = ["waiting", "confirmed", "refused"] as const;

/** What a person has entered about a task; a fact of PayPal once it is confirmed. Only the decision is written later. */
export const paypalEntry = pgTable(
  "paypal_entry",
  {
    id: text("id").primaryKey(),
    task: integer("task")
      .notNull()
      .references(() => paypalTask.number),
    kind: text("kind", { enum: paypalEntryKinds }).notNull(),
    state: text("state", { enum: paypalEntryStates }).notNull(),
    /** PayPal's transaction id, in capitals. */
    tx: text("tx"),
    /** The transaction that came back, was refunded, or is disputed. */
    ofTx: text("of_tx"),
    /** Of disputes: PayPal's number of the case, in capitals. */
    caseId: text("case_id"),
    /** Until when PayPal wants our answer in the case; of an answer, null where it wants no other one. */
    answerBy: moment("answer_by"),
    amount: minor("amount"),
    /** What PayPal kept. */
    fee: minor("fee"),
    /** Of a payment: whether somebody else has paid than the order names, as the person has said. */
    hasOtherPayer: boolean("has_other_payer").notNull().default(false),
    /** The line of PayPal's report that it was accepted from; null where a picture shows it. */
    line: integer("line").references(() => paypalLine.number),
    /** When it happened, as PayPal shows it. */
    at: moment("at").notNull(),
    enteredBy: text("entered_by").notNull(),
    enteredAt: moment("entered_at").notNull(),
    commandId: text("command_id").references(() => signedCommand.id),
    needsSecond: boolean("needs_second").notNull(),
    decidedBy: text("decided_by"),
    decidedAt: moment("decided_at"),
    /** The second person's signed command. */
    decisionId: text("decision_id").references(() => signedCommand.id),
    /** Whether order and payout guard have heard of it as it is. */
    isTold: boolean("is_told").notNull().default(false),
  },
  (t) => [
    // A refused entry was a mistake, and the right one may follow.
    uniqueIndex("paypal_entry_tx").on(t.tx).where(sql`state <> 'refused'`),
    uniqueIndex("paypal_entry_paid").on(t.task).where(sql`kind = 'paid' and state <> 'refused'`),
    uniqueIndex("paypal_entry_case_opened").on(t.caseId).where(sql`kind = 'disputed' and state <> 'refused'`),
    uniqueIndex("paypal_entry_case_ended")
      .on(t.caseId)
      .where(sql`kind in ('dispute_won', 'dispute_lost') and state <> 'refused'`),
    index("paypal_entry_task").on(t.task),
    index("paypal_entry_line").on(t.line),
    index("paypal_entry_untold").on(t.enteredAt).where(sql`not is_told`),
    listed("paypal_entry", "kind", paypalEntryKinds),
    listed("paypal_entry", "state", paypalEntryStates),
    rule(
      "paypal_entry_money",
      "(kind in ('paid', 'received', 'returned', 'refunded')) = (tx is not null) and (tx is null) = (fee is null) and (kind = 'not_paid') = (amount is null)",
    ),
    rule("paypal_entry_tx_form", "tx ~ '^[A-Z0-9]{17}$'"),
    rule("paypal_entry_amounts", "amount > 0 and fee >= 0"),
    rule("paypal_entry_of", "(kind in ('paid', 'received', 'not_paid')) = (of_tx is null)"),
    rule(
      "paypal_entry_case",
      "(kind in ('disputed', 'dispute_answered', 'dispute_won', 'dispute_lost')) = (case_id is not null) and case_id ~ '^[A-Z0-9-]{1,40}$'",
    ),
    rule(
      "paypal_entry_answer_by",
      "(kind <> 'disputed' or answer_by is not null) and (kind in ('disputed', 'dispute_answered') or answer_by is null)",
    ),
    rule(
      "paypal_entry_decided",
      "(state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)",
    ),
    rule("paypal_entry_second", "not needs_second or state <> 'confirmed' or decided_by <> entered_by"),
  ],
);

/** What the person saw at PayPal, re-encoded: evidence of an entry, which its second person looks at. */
export const paypalPicture = pgTable("paypal_picture", {
  entryId: text("entry_id")
    .primaryKey()
    .references(() => paypalEntry.id),
  image: bytes("image").notNull(),
});
