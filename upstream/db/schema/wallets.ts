import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { depositStatuses, transactionTypes } from "../../../contract/balance/balance-lists.ts";
import { places } from "../../ledger/rules/booking.ts";
import { member } from "./accounts.ts";
import { minor, moment } from "./columns.ts";
import { listed, rule, withMember } from "./constraints.ts";
import { account } from "./ledger.ts";
import { asset } from "./market.ts";
import { order } from "./orders.ts";

/** The member, until the personal data of a closed account is erased: the money's history stays without its owner. */
const whoseMember = () => text("member_id").references(() => member.id, { onDelete: "set null" });
const ofAsset = () =>
  text("asset")
    .notNull()
    .references(() => asset.id);

/** A member's wallet for one asset; its money is the ledger account `member:<id>:<asset>`. */
export const wallet = pgTable(
  "wallet",
  {
    memberId: text("member_id")
      .notNull()
      .references(() => member.id, withMember),
    asset: ofAsset(),
    /** What a network took back and the wallet could not cover, minor units; repaid first by what comes in. */
    debt: minor("debt").notNull().default(sql`0`),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.asset] }), rule("wallet_debt", "debt >= 0")],
);

/** A place that a rail has issued for deposits. It is watched for ever; the newest one not replaced is shown. */
export const walletAddress = pgTable(
  "wallet_address",
  {
    id: text("id").primaryKey(),
    memberId: whoseMember(),
    asset: ofAsset(),
    rail: text("rail").notNull(),
    address: text("address").notNull(),
    memo: text("memo"),
    uri: text("uri"),
    issuedAt: moment("issued_at").notNull(),
    replacedAt: moment("replaced_at"),
  },
  (t) => [
    uniqueIndex("wallet_address_place").on(t.rail, t.address, sql`coalesce(memo, '')`),
    uniqueIndex("wallet_address_current").on(t.memberId, t.asset).where(sql`replaced_at is null`),
    index("wallet_address_wallet").on(t.memberId, t.asset),
    index("wallet_address_address").on(t.address),
  ],
);

/** What arrived at such a place, once by the rail's own id. */
export const deposit = pgTable(
  "deposit",
  {
    id: text("id").primaryKey(),
    addressId: text("address_id")
      .notNull()
      .references(() => walletAddress.id),
    memberId: whoseMember(),
    /** The wallet's, whatever arrived. */
    walletAsset: text("wallet_asset").notNull(),
    rail: text("rail").notNull(),
    /** Where it was booked when it became final. */
    place: text("place", { enum: places }).notNull().default("hot"),
    railPaymentId: text("rail_payment_id").notNull(),
    /** Address or account that it came from, as that of a payment; not erased, since an erased member leaves no trace in the row. */
    sender: text("sender"),
    asset: ofAsset(),
    amount: minor("amount").notNull(),
    status: text("status", { enum: depositStatuses }).notNull(),
    confirmations: integer("confirmations").notNull(),
    required: integer("required").notNull(),
    /** How often it became final: one that was taken back may be included again. */
    timesFinal: integer("times_final").notNull().default(0),
    seenAt: moment("seen_at").notNull(),
    finalAt: moment("final_at"),
  },
  (t) => [
    uniqueIndex("deposit_once").on(t.rail, sql`lower(${t.railPaymentId})`),
    index("deposit_wallet").on(t.memberId, t.walletAsset, t.seenAt),
    index("deposit_open").on(t.memberId, t.walletAsset).where(sql`status in ('pending', 'collecting', 'checking')`),
    index("deposit_address").on(t.addressId),
    index("deposit_unclaimed").on(t.seenAt).where(sql`status in ('unclaimed', 'collecting')`),
    listed("deposit", "status", depositStatuses),
    listed("deposit", "place", places),
    rule("deposit_amount", "amount > 0 and confirmations >= 0 and required >= 0"),
    rule(
      "deposit_final",
      "(status in ('collecting', 'credited', 'unclaimed', 'returned', 'taken_back', 'checking')) = (final_at is not null and times_final > 0)",
    ),
  ],
);

/**
 * Every posted movement of a wallet with the balance after it, written by a trigger on `transfer`. Ordered by `at`, then
 * `seq`: within a wallet neither ever goes back.
 */
export const walletEntry = pgTable(
  "wallet_entry",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id),
    memberId: text("member_id").notNull(),
    transferId: text("transfer_id").notNull(),
    type: text("type", { enum: transactionTypes }).notNull(),
    /** Above zero for a credit, below for a debit. */
    amount: minor("amount").notNull(),
    balanceAfter: minor("balance_after").notNull(),
    at: moment("at").notNull(),
    seq: bigint("seq", { mode: "bigint" }).notNull(),
    /** Running total of credits up to this entry, and its number within the wallet: statements need no sum over entries. */
    credited: minor("credited").notNull(),
    number: integer("number").notNull(),
  },
  (t) => [
    index("wallet_entry_member").on(t.memberId, t.at, t.seq),
    index("wallet_entry_account").on(t.accountId, t.at, t.seq),
    index("wallet_entry_type").on(t.accountId, t.type, t.at, t.seq),
    uniqueIndex("wallet_entry_transfer").on(t.transferId, t.accountId),
    listed("wallet_entry", "type", transactionTypes),
    rule("wallet_entry_amount", "amount <> 0 and balance_after >= 0"),
  ],
);

/**
 * A payout of an order into a wallet. It may leave from `settles_at` on, later than it came where the order was paid in a
 * way that can be taken back, and not while that payment is disputed.
 */
export const walletSettling = pgTable(
  "wallet_settling",
  {
    transferId: text("transfer_id").primaryKey(),
    memberId: whoseMember(),
    asset: ofAsset(),
    amount: minor("amount").notNull(),
    orderRef: text("order_ref").references(() => order.ref),
    settlesAt: moment("settles_at").notNull(),
    /** Once the order's payment was taken back: what the wallet gave back of this, and what its member owes for it. */
    taken: minor("taken").notNull().default(sql`0`),
    owed: minor("owed").notNull().default(sql`0`),
  },
  (t) => [
    index("wallet_settling_wallet").on(t.memberId, t.asset, t.settlesAt),
    index("wallet_settling_order").on(t.orderRef),
    rule("wallet_settling_amount", "amount > 0"),
    rule("wallet_settling_taken", "taken >= 0 and owed >= 0 and taken + owed <= amount"),
  ],
);

/** Scheduled steps of the sandbox for deposits. */
export const sandboxDepositStep = pgTable(
  "sandbox_deposit_step",
  {
    id: text("id").primaryKey(),
    addressId: text("address_id")
      .notNull()
      .references(() => walletAddress.id),
    asset: ofAsset(),
    amount: minor("amount").notNull(),
    confirmations: integer("confirmations").notNull(),
    required: integer("required").notNull(),
    dueAt: moment("due_at").notNull(),
    doneAt: moment("done_at"),
  },
  (t) => [
    index("sandbox_deposit_step_due").on(t.dueAt).where(sql`done_at is null`),
    index("sandbox_deposit_step_address").on(t.addressId),
    rule("sandbox_deposit_step_amount", "amount > 0"),
  ],
);
