import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accountKinds, transferCodes } from "../../ledger/rules/booking.ts";
import { causeKinds, flowAccounts, flowSteps } from "../../ledger/rules/flow-table.ts";
import { minor, moment, sha256 } from "./columns.ts";
import { listed, rule } from "./constraints.ts";
import { order } from "./orders.ts";

const transferKinds = ["posted", "pending", "post", "void"] as const;

/**
 * Each account as its kind has it, and of the order that its id names. PostgreSQL reads the text of a constraint again for each
 * statement that writes: words in one list are a quarter as long as rows of three.
 */
const accountRules = () => {
  const kinds = Object.entries(accountKinds);
  const allowed = kinds.map(([kind, { normal, floor }]) => `'${kind} ${normal} ${floor}'`).join(", ");
  const ofOrders = kinds.filter(([, { isOfOrder }]) => isOfOrder).map(([kind]) => `'${kind}'`);
  return `split_part(id, ':', 1) || ' ' || normal || ' ' || floor in (${allowed}) and order_ref is not distinct from
    case when split_part(id, ':', 1) in (${ofOrders.join(", ")}) then split_part(id, ':', 2) end`;
};

/**
 * One account holds one asset. A database trigger updates the four sums with each transfer (upstream/db/triggers/ledger-move.sql); nothing
 * else writes them. `floor` is the limit, holds counted: `available` never goes below zero;
 * `cash` is money at a rail, and only a forced transfer may take it below zero.
 */
export const account = pgTable(
  "account",
  {
    id: text("id").primaryKey(),
    asset: text("asset").notNull(),
    /** The side that increases the balance. */
    normal: text("normal", { enum: ["debit", "credit"] }).notNull(),
    floor: text("floor", { enum: ["available", "cash"] }).notNull(),
    debitsPosted: minor("debits_posted").notNull().default(sql`0`),
    creditsPosted: minor("credits_posted").notNull().default(sql`0`),
    debitsPending: minor("debits_pending").notNull().default(sql`0`),
    creditsPending: minor("credits_pending").notNull().default(sql`0`),
    /** How many transfers moved it, and the hash of the last one: the head of its chain (see `transferHash`). */
    entries: bigint("entries", { mode: "bigint" }).notNull().default(sql`0`),
    lastHash: sha256("last_hash").notNull().default(""),
    orderRef: text("order_ref").references(() => order.ref),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [
    index("account_order").on(t.orderRef),
    check(
      "account_floor",
      sql`floor <> 'available' or case normal when 'credit' then credits_posted - debits_posted - debits_pending
          else debits_posted - credits_posted - credits_pending end >= 0`,
    ),
    check("account_named_by_asset", sql`right(id, length(asset) + 1) = ':' || asset`),
    check("account_pending", sql`debits_pending >= 0 and credits_pending >= 0`),
    rule("account_rules", accountRules()),
  ],
);

/** Immutable. `post` and `void` end the pending transfer they name, once; a part not posted is voided. */
export const transfer = pgTable(
  "transfer",
  {
    /** Chosen by the caller: the same id is the same transfer. */
    id: text("id").primaryKey(),
    kind: text("kind", { enum: transferKinds }).notNull(),
    debitAccount: text("debit_account")
      .notNull()
      .references(() => account.id),
    creditAccount: text("credit_account")
      .notNull()
      .references(() => account.id),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    code: text("code", { enum: transferCodes }).notNull(),
    pendingId: text("pending_id"),
    /** A forced transfer: a rail has done it already, so no cash is needed. */
    fact: boolean("fact").notNull().default(false),
    orderRef: text("order_ref").references(() => order.ref),
    // What it happens for, beside an order: each names a row of another table, by a foreign key that is checked at the commit.
    // Filled in by a trigger from the name of a transfer that has none. See docs/decisions/183.
    paymentId: text("payment_id"),
    outgoingId: text("outgoing_id"),
    depositId: text("deposit_id"),
    withdrawalId: text("withdrawal_id"),
    rewardId: text("reward_id"),
    affiliatePayoutId: text("affiliate_payout_id"),
    closingId: text("closing_id"),
    /** The entry of the audit log, of what an operator books. */
    auditId: text("audit_id"),
    /** The transfer that it follows from: a debt is repaid, or a shortfall. */
    causedBy: text("caused_by"),
    at: moment("at").notNull(),
    /** Booking order, where several have the same time. */
    seq: bigint("seq", { mode: "bigint" }).notNull().generatedAlwaysAsIdentity(),
  },
  (t) => [
    uniqueIndex("transfer_settles_once").on(t.pendingId).where(sql`pending_id is not null`),
    index("transfer_order").on(t.orderRef),
    check("transfer_amount", sql`amount > 0`),
    check("transfer_two_accounts", sql`debit_account <> credit_account`),
    check("transfer_names_promise", sql`(kind in ('post', 'void')) = (pending_id is not null)`),
    listed("transfer", "kind", transferKinds),
    listed("transfer", "code", transferCodes),
    rule("transfer_fact", "kind = 'posted' or not fact"),
    rule(
      "transfer_one_cause",
      `num_nonnulls(coalesce(outgoing_id, order_ref), deposit_id, withdrawal_id, reward_id, affiliate_payout_id, closing_id,
        audit_id, caused_by) <= 1 and (payment_id is null or order_ref is not null)`,
    ),
  ],
);

/**
 * The hash chain over transfers, written by the trigger that moves the sums. A hash covers the transfer's columns, its
 * position in both accounts and the hashes before it there, so a transfer that is changed, added or removed past the
 * trigger is found, and named.
 */
export const transferHash = pgTable("transfer_hash", {
  transferId: text("transfer_id").primaryKey(),
  debitNo: bigint("debit_no", { mode: "bigint" }).notNull(),
  creditNo: bigint("credit_no", { mode: "bigint" }).notNull(),
  /** The hashes of the entries before it in the two accounts; empty for the first. */
  debitBefore: sha256("debit_before").notNull(),
  creditBefore: sha256("credit_before").notNull(),
  hash: sha256("hash").notNull(),
});

/** Accounts of members that were closed; written by a trigger. The member's row is deleted once its retention is over. */
export const accountClosing = pgTable("account_closing", {
  memberId: text("member_id").primaryKey(),
  closedAt: moment("closed_at").notNull(),
});

/**
 * Which transfers may exist, one row for each: a trigger refuses every other one, whoever writes it. The rows are those of
 * `flow-table.ts`; only the owner of the database may change them, and a migration does. See docs/decisions/182.
 */
export const ledgerFlow = pgTable(
  "ledger_flow",
  {
    code: text("code", { enum: transferCodes }).notNull(),
    step: text("step", { enum: flowSteps }).notNull(),
    debit: text("debit", { enum: flowAccounts }).notNull(),
    credit: text("credit", { enum: flowAccounts }).notNull(),
    cause: text("cause", { enum: causeKinds }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.code, t.step, t.debit, t.credit, t.cause] })],
);
