import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  hitStates,
  matchedFields,
  screenedKinds,
  screeningOccasions,
  screeningResults,
} from "../../screening/rules/hit.ts";
import { listFormats, partyKinds } from "../../screening/rules/list-entry.ts";
import { askedKinds, type ProviderAnswer, questionStates } from "../../screening/rules/provider-answer.ts";
import { moment } from "./columns.ts";
import { listed, rule } from "./constraints.ts";

/** Each import of a list of parties who must not be served. The one that is not replaced is in force. */
export const screeningImport = pgTable(
  "screening_import",
  {
    id: text("id").primaryKey(),
    /** What the operator calls the list: `ofac-sdn`. */
    list: text("list").notNull(),
    format: text("format", { enum: listFormats }).notNull(),
    /** The day that the list is of, by itself or by the operator. */
    listDate: text("list_date").notNull(),
    entries: integer("entries").notNull(),
    /** Of the file, hexadecimal. */
    sha256: text("sha256").notNull(),
    importedBy: text("imported_by").notNull(),
    importedAt: moment("imported_at").notNull(),
    replacedAt: moment("replaced_at"),
    /** How far what is open already was compared with it; null from the start, `done` at the end. */
    rescanStage: text("rescan_stage"),
    rescanAfter: text("rescan_after"),
  },
  (t) => [
    uniqueIndex("screening_import_in_force").on(t.list).where(sql`replaced_at is null`),
    listed("screening_import", "format", listFormats),
    rule("screening_import_entries", "entries >= 0 and list_date ~ '^\\d{4}-\\d{2}-\\d{2}$'"),
  ],
);

/** The parties of the lists in force. An import replaces all of its list. */
export const screeningEntry = pgTable(
  "screening_entry",
  {
    list: text("list").notNull(),
    id: text("id").notNull(),
    kind: text("kind", { enum: partyKinds }).notNull(),
    names: text("names").array().notNull(),
    births: text("births").array().notNull(),
    accounts: text("accounts").array().notNull(),
    /** Changes with anything above: a decision about a customer ends with it. */
    fingerprint: text("fingerprint").notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.id] }), listed("screening_entry", "kind", partyKinds)],
);

/** Emails and addresses of the entries, in the form in which ours are compared. */
export const screeningAccount = pgTable(
  "screening_account",
  { list: text("list").notNull(), entry: text("entry").notNull(), value: text("value").notNull() },
  (t) => [index("screening_account_value").on(t.value), index("screening_account_list").on(t.list)],
);

/** What was compared, when, with which lists and what came of it. Only grows; it has no personal data. */
export const screeningCheck = pgTable(
  "screening_check",
  {
    seq: bigint("seq", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    subjectKind: text("subject_kind", { enum: screenedKinds }).notNull(),
    subjectId: text("subject_id").notNull(),
    occasion: text("occasion", { enum: screeningOccasions }).notNull(),
    /** What was compared: `email`, `account`, `name`, ...; no values. */
    fields: text("fields").array().notNull(),
    lists: jsonb("lists").$type<{ list: string; date: string; import: string }[]>().notNull(),
    /** What the provider has answered, in the order in which it was asked; no values. */
    answers: jsonb("answers").$type<ProviderAnswer[]>().notNull().default([]),
    result: text("result", { enum: screeningResults }).notNull(),
    at: moment("at").notNull(),
  },
  (t) => [
    index("screening_check_subject").on(t.subjectKind, t.subjectId),
    listed("screening_check", "subject_kind", screenedKinds),
    listed("screening_check", "occasion", screeningOccasions),
    listed("screening_check", "result", screeningResults),
  ],
);

/** A customer who may be a listed party, until somebody has decided it. */
export const screeningHit = pgTable(
  "screening_hit",
  {
    id: text("id").primaryKey(),
    subjectKind: text("subject_kind", { enum: screenedKinds }).notNull(),
    subjectId: text("subject_id").notNull(),
    /** Hash of who it is about: a decision counts for the same customer's next orders, too. */
    customer: text("customer").notNull(),
    /** The list and its entry; `blocklist` and the block. */
    list: text("list").notNull(),
    entry: text("entry").notNull(),
    fingerprint: text("fingerprint").notNull(),
    /** Which of the customer's data agreed, and how much, 0 to 100. */
    field: text("field", { enum: matchedFields }).notNull(),
    score: integer("score").notNull(),
    state: text("state", { enum: hitStates }).notNull(),
    openedAt: moment("opened_at").notNull(),
    /** By when somebody has to look. */
    dueAt: moment("due_at").notNull(),
    decidedBy: text("decided_by"),
    decidedAt: moment("decided_at"),
    reason: text("reason"),
  },
  (t) => [
    uniqueIndex("screening_hit_once").on(t.subjectKind, t.subjectId, t.list, t.entry, t.fingerprint),
    index("screening_hit_customer").on(t.customer),
    index("screening_hit_open").on(t.dueAt).where(sql`state = 'open'`),
    listed("screening_hit", "subject_kind", screenedKinds),
    listed("screening_hit", "state", hitStates),
    listed("screening_hit", "field", matchedFields),
    rule("screening_hit_score", "score between 0 and 100"),
    rule(
      "screening_hit_decided",
      "(state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null)",
    ),
  ],
);

/**
 * A name or an address that the provider is asked about for an order, a deposit or a movement of money. An answer counts for others
 * with the same name or address, too, as long as it is fresh. Deleted some days after the answer.
 */
export const screeningQuestion = pgTable(
  "screening_question",
  {
    id: text("id").primaryKey(),
    subjectKind: text("subject_kind", { enum: screenedKinds }).notNull(),
    subjectId: text("subject_id").notNull(),
    /** As in screening_hit. */
    customer: text("customer").notNull(),
    kind: text("kind", { enum: askedKinds }).notNull(),
    /** Keyed hash of what is asked about, the same for every spelling. */
    key: text("key").notNull(),
    /** What is asked about, encrypted; it can be read in this row only. Null once nothing is asked any more. */
    sealed: text("sealed"),
    state: text("state", { enum: questionStates }).notNull(),
    createdAt: moment("created_at").notNull(),
    /** From when on the provider counts as silent. */
    dueAt: moment("due_at").notNull(),
    askedAt: moment("asked_at"),
    answeredAt: moment("answered_at"),
    /** The provider's name of its answer, and of the party where it is listed. */
    reference: text("reference"),
    entry: text("entry"),
    /** The order or deposit was put aside because of it, and goes on with the answer. */
    holds: boolean("holds").notNull().default(false),
    /** When the answer was applied to what it was asked for. */
    settledAt: moment("settled_at"),
  },
  (t) => [
    uniqueIndex("screening_question_waiting").on(t.subjectKind, t.subjectId, t.key).where(sql`state = 'waiting'`),
    index("screening_question_key").on(t.key, t.answeredAt),
    index("screening_question_subject").on(t.subjectKind, t.subjectId),
    index("screening_question_open").on(t.createdAt).where(sql`state = 'waiting'`),
    index("screening_question_unsettled").on(t.createdAt).where(sql`settled_at is null or holds`),
    index("screening_question_answered").on(t.answeredAt),
    listed("screening_question", "subject_kind", screenedKinds),
    listed("screening_question", "kind", askedKinds),
    listed("screening_question", "state", questionStates),
    rule("screening_question_key_hash", "key ~ '^[0-9a-f]{64}$'"),
    // No name and no address has this form.
    rule("screening_question_sealed", "(state = 'waiting') = (sealed is not null) and sealed ~ '^[A-Za-z0-9_-]{38,}$'"),
    rule("screening_question_answered_at", "(state = 'waiting') = (answered_at is null)"),
    rule(
      "screening_question_answer",
      "(state in ('clear', 'listed')) = (reference is not null) and (state = 'listed') = (entry is not null)",
    ),
    rule("screening_question_settled", "settled_at is null or state <> 'waiting'"),
  ],
);

/** What the first of two people has asked for, until the second one gives the same command. */
export const pendingApproval = pgTable(
  "pending_approval",
  {
    id: text("id").primaryKey(),
    /** The command and what it is about. */
    subject: text("subject").notNull(),
    staffId: text("staff_id").notNull(),
    name: text("name").notNull(),
    at: moment("at").notNull(),
    usedBy: text("used_by"),
    usedAt: moment("used_at"),
  },
  (t) => [
    index("pending_approval_open").on(t.subject).where(sql`used_at is null`),
    rule("pending_approval_used", "(used_by is null) = (used_at is null) and used_by is distinct from staff_id"),
  ],
);
