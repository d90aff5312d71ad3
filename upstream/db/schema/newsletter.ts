import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { languages } from "../../../contract/values/languages.ts";
import { moment } from "./columns.ts";
import { listed, rule } from "./constraints.ts";

/** An address that asked for the newsletter, and the consent of its owner from `confirmedAt` on. */
export const newsletterSubscriber = pgTable(
  "newsletter_subscriber",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull(),
    language: text("language", { enum: languages }).notNull(),
    /** The words that the owner agrees to with the link. */
    consent: text("consent").notNull(),
    askedAt: moment("asked_at").notNull(),
    /** Emails with the link, and the last one. */
    mails: integer("mails").notNull().default(0),
    mailedAt: moment("mailed_at"),
    confirmedAt: moment("confirmed_at"),
  },
  (t) => [
    uniqueIndex("newsletter_subscriber_email").on(sql`lower(${t.email})`),
    listed("newsletter_subscriber", "language", languages),
    rule("newsletter_subscriber_consent", "consent <> ''"),
  ],
);

/** One newsletter. Its id is a hash of its texts, so that the same one is not sent twice. */
export const newsletterIssue = pgTable("newsletter_issue", {
  id: text("id").primaryKey(),
  /** Still written for the previous version, which runs beside this one during an upgrade. Texts are in `newsletter_text`. */
  subjectEn: text("subject_en").notNull(),
  textEn: text("text_en").notNull(),
  subjectRu: text("subject_ru").notNull(),
  textRu: text("text_ru").notNull(),
  createdAt: moment("created_at").notNull(),
});

/** What an issue says in one language. */
export const newsletterText = pgTable(
  "newsletter_text",
  {
    issueId: text("issue_id")
      .notNull()
      .references(() => newsletterIssue.id),
    language: text("language", { enum: languages }).notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
  },
  (t) => [primaryKey({ columns: [t.issueId, t.language] }), listed("newsletter_text", "language", languages)],
);

/** One email of an issue. The recipient is the id of a subscriber or member, never an address. */
export const newsletterDelivery = pgTable(
  "newsletter_delivery",
  {
    issueId: text("issue_id")
      .notNull()
      .references(() => newsletterIssue.id),
    recipient: text("recipient").notNull(),
    /** Its job is in the queue. */
    queuedAt: moment("queued_at"),
    /** Delivered, or found unsubscribed. */
    endedAt: moment("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.issueId, t.recipient] }),
    index("newsletter_delivery_waiting").on(t.issueId).where(sql`queued_at is null`),
    rule("newsletter_delivery_queued", "ended_at is null or queued_at is not null"),
  ],
);
