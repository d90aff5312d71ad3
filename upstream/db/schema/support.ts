import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { supportTopics, ticketAuthors, ticketEvents, ticketStatuses } from "../../../contract/support/ticket-states.ts";
import { languages } from "../../../contract/values/languages.ts";
import { member } from "./accounts.ts";
import { bytes, moment } from "./columns.ts";
import { listed, rule, withMember } from "./constraints.ts";
import { order } from "./orders.ts";

/** A question to support. Its messages are in `ticket_entry`. */
export const ticket = pgTable(
  "ticket",
  {
    /** `SUP-10231` without its letters. */
    number: integer("number").primaryKey().generatedAlwaysAsIdentity({ startWith: 10_001 }),
    topic: text("topic", { enum: supportTopics }).notNull(),
    status: text("status", { enum: ticketStatuses }).notNull(),
    language: text("language", { enum: languages }).notNull(),
    /** As typed by a guest; proven once `emailConfirmed`. */
    email: text("email").notNull(),
    name: text("name"),
    /** A member's ticket has the member's email; a link from an email or an order with the same email prove it too. */
    emailConfirmed: boolean("email_confirmed").notNull(),
    /** When a link or reply address of our emails was first used: from then on the first browser's token opens nothing. */
    mailboxSince: moment("mailbox_since"),
    /** Whether the mailbox's reader wrote what stood here before; null until they have said so. */
    isAuthor: boolean("is_author"),
    /** The writer could open this order. */
    orderRef: text("order_ref").references(() => order.ref, { onDelete: "set null" }),
    memberId: text("member_id").references(() => member.id, withMember),
    /** An order number that the writer only typed. */
    orderTyped: text("order_typed"),
    assignee: text("assignee"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
    /** We have promised an answer by then. */
    answerBy: moment("answer_by").notNull(),
    firstAnswerAt: moment("first_answer_at"),
    closedAt: moment("closed_at"),
  },
  (t) => [
    index("ticket_open").on(t.answerBy).where(sql`status <> 'closed'`),
    index("ticket_member").on(t.memberId),
    index("ticket_order").on(t.orderRef),
    index("ticket_email").on(sql`lower(${t.email})`, t.createdAt),
    index("ticket_answered").on(t.firstAnswerAt),
    listed("ticket", "topic", supportTopics),
    listed("ticket", "status", ticketStatuses),
    rule("ticket_closed", "(status = 'closed') = (closed_at is not null)"),
  ],
);

/** One message, note or event of a ticket. */
export const ticketEntry = pgTable(
  "ticket_entry",
  {
    id: text("id").primaryKey(),
    /** The order of entries that were written at the same time. */
    position: integer("position").notNull().generatedAlwaysAsIdentity(),
    ticket: integer("ticket")
      .notNull()
      .references(() => ticket.number, { onDelete: "cascade" }),
    author: text("author", { enum: ticketAuthors }).notNull(),
    event: text("event", { enum: ticketEvents }),
    text: text("text").notNull(),
    /** A customer's: written by the member, or by the mailbox's reader. Null for older entries and those of others. */
    isProven: boolean("is_proven"),
    /** The operator who wrote it, for the audit; customers see `signature`. */
    operator: text("operator"),
    signature: text("signature"),
    /** The address of an email that is not the customer's. */
    sender: text("sender"),
    /** A hash of the email's message id, so that a repeated delivery adds nothing. */
    emailId: text("email_id"),
    at: moment("at").notNull(),
  },
  (t) => [
    index("ticket_entry_ticket").on(t.ticket, t.position),
    uniqueIndex("ticket_entry_email").on(t.emailId),
    listed("ticket_entry", "author", ticketAuthors),
    listed("ticket_entry", "event", ticketEvents),
    rule("ticket_entry_author", "(author = 'system') = (event is not null)"),
    rule("ticket_entry_operator", "author not in ('support', 'note') or operator is not null"),
    rule("ticket_entry_sender", "(author = 'unverified') = (sender is not null)"),
  ],
);

/** A picture that we have re-encoded. Without an entry it is deleted after an hour. */
export const ticketFile = pgTable(
  "ticket_file",
  {
    id: text("id").primaryKey(),
    entryId: text("entry_id").references(() => ticketEntry.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    image: bytes("image").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [
    index("ticket_file_entry").on(t.entryId),
    index("ticket_file_loose").on(t.createdAt).where(sql`entry_id is null`),
  ],
);
