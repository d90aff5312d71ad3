import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { mailboxFaults } from "../../mail/rules/mailbox-fault.ts";
import { bytes, minor, moment } from "./columns.ts";
import { listed, rule } from "./constraints.ts";
import { paypalEntryKinds, paypalTask } from "./paypal-tasks.ts";

/** A mailbox that the service reads, and how it answered last. Of several processes the one that sets `askedAt` reads. */
export const incomingMailbox = pgTable(
  "incoming_mailbox",
  {
    name: text("name").primaryKey(),
    askedAt: moment("asked_at").notNull(),
    /** The last time that its messages were read, or that there was none. */
    answeredAt: moment("answered_at"),
    /** Messages that were left unread then. */
    unread: integer("unread").notNull().default(0),
    fault: text("fault", { enum: mailboxFaults }),
    faultSince: moment("fault_since"),
  },
  () => [
    listed("incoming_mailbox", "fault", mailboxFaults),
    rule("incoming_mailbox_fault_since", "(fault is null) = (fault_since is null)"),
    rule("incoming_mailbox_unread", "unread >= 0"),
  ],
);

export const paypalNoticeKinds = ["received", "sent", "refund", "dispute"] as const;

/**
 * `entered`: the entry made from it waits for a second person. `over`: that was confirmed, or is in PayPal's report. `dismissed`: an
 * operator has marked it as not needed.
 */
export const paypalNoticeStates = ["open", "entered", "over", "dismissed"] as const;

/**
 * An email of PayPal in our mailbox (docs/paypal-by-hand.md). It proves nothing: an operator enters its facts after a look at PayPal.
 * Emails with the same facts are kept once. Minor units.
 */
export const paypalNotice = pgTable(
  "paypal_notice",
  {
    number: integer("number").primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of what it says; of the message's id, or all of it, where it cannot be read. */
    digest: bytes("digest").notNull(),
    state: text("state", { enum: paypalNoticeStates }).notNull(),
    /** Why it cannot be read; null where it was. */
    fault: text("fault"),
    /** Our mail server has checked the signature of PayPal, or of our own account that forwarded it. False in rows of before. */
    authenticated: boolean("authenticated").notNull().default(false),
    /** Without control characters; empty once it was erased. */
    subject: text("subject").notNull(),
    kind: text("kind", { enum: paypalNoticeKinds }),
    /** PayPal's transaction id, in capitals; of a dispute, the disputed payment. */
    tx: text("tx"),
    amount: minor("amount"),
    currency: text("currency"),
    /** The other side's email, in small letters; empty once it was erased, null where none is named. */
    account: text("account"),
    /** Of a refund, the refunded payment. */
    original: text("original"),
    caseId: text("case_id"),
    /** When the mailbox got it. */
    receivedAt: moment("received_at").notNull(),
    /** The task that it looked like when the mailbox was read last, and the kind of entry. */
    task: integer("task").references(() => paypalTask.number),
    proposes: text("proposes", { enum: paypalEntryKinds }),
    endedAt: moment("ended_at"),
    dismissedBy: text("dismissed_by"),
  },
  (t) => [
    uniqueIndex("paypal_notice_once").on(t.digest),
    index("paypal_notice_open").on(t.receivedAt).where(sql`state in ('open', 'entered')`),
    index("paypal_notice_ended").on(t.endedAt),
    listed("paypal_notice", "state", paypalNoticeStates),
    listed("paypal_notice", "kind", paypalNoticeKinds),
    listed("paypal_notice", "proposes", paypalEntryKinds),
    rule("paypal_notice_digest", "octet_length(digest) = 32"),
    rule("paypal_notice_read", "(fault is null) = (kind is not null)"),
    rule("paypal_notice_money", "num_nulls(kind, tx, amount, currency) in (0, 4)"),
    rule("paypal_notice_tx_form", "tx ~ '^[A-Z0-9]{17}$'"),
    rule("paypal_notice_amount", "amount > 0"),
    rule("paypal_notice_proposal", "(task is null) = (proposes is null) and (task is null or kind is not null)"),
    rule("paypal_notice_ended", "(state in ('open', 'entered')) = (ended_at is null)"),
    rule("paypal_notice_dismissed", "(state = 'dismissed') = (dismissed_by is not null)"),
  ],
);
