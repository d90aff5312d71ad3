import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, units } from "./columns.ts";
import { listed, rule } from "./constraints.ts";

/** From the account that pays out, from the one that pays for sweeps, and from a deposit address. */
export const evmSteps = ["payout", "topup", "sweep"] as const;

/**
 * Every transaction that the signer has ever signed, in its own order: all versions of all movements, also of those that this
 * database does not know (it was restored, or somebody else has asked). Of the versions at one nonce, one can be mined.
 */
export const evmTransaction = pgTable(
  "evm_transaction",
  {
    /** Its hash, in small letters. */
    tx: text("tx").primaryKey(),
    /** The number and the hash of its line in the signer's list. */
    seq: bigint("seq", { mode: "number" }).notNull(),
    line: text("line").notNull(),
    movementId: text("movement_id").notNull(),
    step: text("step", { enum: evmSteps }).notNull(),
    /** The number of the deposit address of a top-up or a sweep. */
    deposit: integer("deposit"),
    asset: text("asset").notNull(),
    /** With the checksum of EIP-55. */
    sender: text("sender").notNull(),
    recipient: text("recipient").notNull(),
    amount: units("amount").notNull(),
    nonce: bigint("nonce", { mode: "number" }).notNull(),
    /** Units of gas, and wei for each, at most. */
    gas: units("gas").notNull(),
    maxFee: units("max_fee").notNull(),
    bytes: text("bytes").notNull(),
    /** When this service has learnt of it. */
    recordedAt: moment("recorded_at").notNull(),
    /** Its nonce is used for good, by this version or by another one. */
    isFinal: boolean("is_final").notNull().default(false),
  },
  (t) => [
    uniqueIndex("evm_transaction_seq").on(t.seq),
    index("evm_transaction_movement").on(t.movementId),
    index("evm_transaction_open").on(t.sender, t.nonce).where(sql`not is_final`),
    listed("evm_transaction", "step", evmSteps),
    rule("evm_transaction_deposit", "(step = 'payout') = (deposit is null)"),
    rule("evm_transaction_amounts", "amount > 0 and gas > 0 and max_fee > 0 and nonce >= 0 and seq > 0"),
  ],
);

/**
 * A part of a sweep whose transfer is never signed any more, and why: its address ends without it. A transfer that was signed at
 * the same time counts all the same.
 */
export const evmSkippedPart = pgTable(
  "evm_skipped_part",
  {
    movementId: text("movement_id").notNull(),
    /** The number of its deposit address. */
    deposit: integer("deposit").notNull(),
    reason: text("reason").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.movementId, t.deposit] })],
);

/** How much of the signer's list this service has read: a list that has less was replaced by an older one. */
export const evmSigner = pgTable(
  "evm_signer",
  {
    rail: text("rail").primaryKey(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    /** The hash of that line. */
    head: text("head").notNull(),
    /** Why nothing is signed any more, for an operator; null while it runs. */
    stopped: text("stopped"),
  },
  () => [rule("evm_signer_one", "rail = 'evm' and seq >= 0")],
);

/** An operator's approval of one payout, made on the operator's machine; only the signer says whether it counts. */
export const evmApproval = pgTable(
  "evm_approval",
  {
    movementId: text("movement_id").notNull(),
    /** The operator's public key, Base64 of its SPKI. */
    key: text("key").notNull(),
    until: moment("until").notNull(),
    signature: text("signature").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.movementId, t.key, t.until] })],
);
