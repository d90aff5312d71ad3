import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { removalRules } from "../../../contract/reviews/review-rules.ts";
import { languages } from "../../../contract/values/languages.ts";
import { moment } from "./columns.ts";
import { listed, rule, withDraft } from "./constraints.ts";
import { order } from "./orders.ts";

/** What a customer wrote about an order, once. Public from `publishedAt` on, without the order. */
export const review = pgTable(
  "review",
  {
    id: text("id").primaryKey(),
    orderRef: text("order_ref")
      .notNull()
      .references(() => order.ref, withDraft),
    rating: integer("rating").notNull(),
    text: text("text").notNull(),
    /** Null once the personal data of its order is erased. */
    name: text("name"),
    language: text("language", { enum: languages }).notNull(),
    /** One more with each text: the link in an email publishes the text that the email quoted, no other. */
    revision: integer("revision").notNull().default(1),
    writtenAt: moment("written_at").notNull(),
    publishedAt: moment("published_at"),
    /** The rule by which an operator removed words; without words the whole text. */
    removedBy: text("removed_by", { enum: removalRules }),
    removedWords: jsonb("removed_words").$type<string[]>().notNull().default([]),
    answer: text("answer"),
    answeredAt: moment("answered_at"),
  },
  (t) => [
    uniqueIndex("review_order").on(t.orderRef),
    index("review_published").on(t.publishedAt, t.id).where(sql`published_at is not null`),
    listed("review", "language", languages),
    listed("review", "removed_by", removalRules),
    rule("review_bounds", "rating between 1 and 5 and revision > 0 and char_length(text) between 1 and 1000"),
    rule("review_name", "char_length(name) between 1 and 40"),
    rule("review_answer", "(answer is null) = (answered_at is null)"),
  ],
);

/** That an order was considered for an invitation: once, whether one was sent or not. */
export const reviewInvitation = pgTable(
  "review_invitation",
  {
    orderRef: text("order_ref")
      .primaryKey()
      .references(() => order.ref, withDraft),
    sent: boolean("sent").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [index("review_invitation_at").on(t.at)],
);

/** Mailboxes that want no invitations, as hashes: kept for ever, so no address is kept. */
export const reviewRefusal = pgTable("review_refusal", {
  mailbox: text("mailbox").primaryKey(),
  at: moment("at").notNull(),
});
