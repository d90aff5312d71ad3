import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgSequence, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, units } from "./columns.ts";
import { listed, rule } from "./constraints.ts";

const height = (name: string) => bigint(name, { mode: "number" });

/** A credit is `gone` when its block left the chain. */
export const evmCreditStates = ["seen", "final", "gone"] as const;

/** The network that is read, and how far: one row, which each reader locks before it writes. */
export const evmSource = pgTable(
  "evm_source",
  {
    rail: text("rail").primaryKey(),
    chainId: bigint("chain_id", { mode: "number" }).notNull(),
    genesisHash: text("genesis_hash").notNull(),
    /** The block before the first one that was read. */
    startHeight: height("start_height").notNull(),
    /** The last block that was read, and its hash. */
    height: height("height").notNull(),
    hash: text("hash").notNull(),
    /** Blocks up to here are final. */
    finalHeight: height("final_height").notNull(),
    /** The newest block of the node when it was last asked. While it is above `height`, blocks are missing here. */
    tip: height("tip").notNull(),
    checkedAt: moment("checked_at").notNull(),
    /** Why nothing is read any more, for an operator; null while it runs. */
    stopped: text("stopped"),
  },
  () => [
    rule("evm_source_one", "rail = 'evm'"),
    rule("evm_source_heights", "start_height >= 0 and height >= start_height and final_height <= height"),
  ],
);

/**
 * Hashes of the blocks that may still leave the chain, and of the 300 before them. `baseFee`: wei that a unit of gas has cost in it,
 * without the tip, and when it was read; null of a network without such a price, and of blocks that earlier versions have read.
 */
export const evmBlock = pgTable(
  "evm_block",
  {
    height: height("height").primaryKey(),
    hash: text("hash").notNull(),
    baseFee: units("base_fee"),
    readAt: moment("read_at"),
  },
  () => [rule("evm_block_base_fee", "num_nonnulls(base_fee, read_at) in (0, 2) and base_fee >= 0")],
);

/** Numbers of addresses below the account's key. A number that was given out once is never given out again. */
export const evmAddressIndex = pgSequence("evm_address_index", { startWith: 0, minValue: 0, maxValue: 2_147_483_647 });

/**
 * An address that was issued to an order or to a wallet; watched for ever, whatever becomes of its owner. No reference to the
 * order: a draft may be deleted, and its address can still be paid.
 */
export const evmAddress = pgTable(
  "evm_address",
  {
    /** In small letters, as blocks are compared with it. */
    place: text("place").primaryKey(),
    /** With the checksum of EIP-55, as customers see it. */
    shown: text("shown").notNull(),
    index: integer("index").notNull(),
    orderRef: text("order_ref"),
    walletKey: text("wallet_key"),
    issuedAt: moment("issued_at").notNull(),
  },
  (t) => [
    uniqueIndex("evm_address_number").on(t.index),
    uniqueIndex("evm_address_order").on(t.orderRef).where(sql`order_ref is not null`),
    uniqueIndex("evm_address_wallet").on(t.walletKey).where(sql`wallet_key is not null`),
    rule("evm_address_place", "place = lower(shown) and place ~ '^0x[0-9a-f]{40}$'"),
    rule("evm_address_owner", "num_nonnulls(order_ref, wallet_key) = 1 and index >= 0"),
  ],
);

/**
 * Money that came to an issued address. The id outlives another inclusion of the same transaction: `hash` for the coin,
 * `hash:n` for the n-th Transfer log of the transaction, `balance:address:n` for the n-th time that the coin's balance was
 * higher than all transactions explain.
 */
export const evmCredit = pgTable(
  "evm_credit",
  {
    id: text("id").primaryKey(),
    place: text("place")
      .notNull()
      .references(() => evmAddress.place),
    /** The token's contract in small letters; null for the coin. */
    token: text("token"),
    amount: units("amount").notNull(),
    /** The transaction, its sender and the sender's number of it; null for what only the balance shows. */
    tx: text("tx"),
    sender: text("sender"),
    nonce: bigint("nonce", { mode: "number" }),
    /**
     * Address that the money came from, in small letters. Of a token: `from` of its Transfer log, which differs from the transaction's
     * sender for contract wallets and allowances. Null for what only the balance shows, and for credits of earlier versions.
     */
    payer: text("payer"),
    /** The block that it is in, or was in last. */
    height: height("height").notNull(),
    hash: text("hash").notNull(),
    state: text("state", { enum: evmCreditStates }).notNull(),
    /** The id of the credit that it stands for: the payer sent the same payment again with a higher fee. */
    replaces: text("replaces"),
    seenAt: moment("seen_at").notNull(),
    /** What order or wallet has heard last, and with which amount. */
    told: text("told", { enum: evmCreditStates }),
    toldAmount: units("told_amount"),
    /** Why nobody has taken it. */
    refused: text("refused"),
    attempts: integer("attempts").notNull().default(0),
    /** Nobody else tells it before. */
    nextTry: moment("next_try"),
  },
  (t) => [
    index("evm_credit_untold")
      .on(t.height)
      .where(sql`told is distinct from state or told_amount is distinct from amount`),
    index("evm_credit_open").on(t.height).where(sql`state = 'seen'`),
    index("evm_credit_height").on(t.height),
    index("evm_credit_place").on(t.place),
    index("evm_credit_sender").on(t.sender, t.nonce).where(sql`state = 'gone'`),
    listed("evm_credit", "state", evmCreditStates),
    listed("evm_credit", "told", evmCreditStates),
    rule("evm_credit_amount", "amount > 0"),
    rule("evm_credit_tx", "num_nonnulls(tx, sender, nonce) in (0, 3) and (token is null or tx is not null)"),
  ],
);

/** Our own two accounts: the one that pays out, and the one that pays for sweeps. */
export const evmOwnAccounts = ["hot", "gas"] as const;

/** Money that came to an account of our own from outside: nobody's payment, and booked only by an operator's word. */
export const evmFill = pgTable(
  "evm_fill",
  {
    /** As those of credits. */
    id: text("id").primaryKey(),
    account: text("account", { enum: evmOwnAccounts }).notNull(),
    /** The token's contract in small letters; null for the coin. */
    token: text("token"),
    amount: units("amount").notNull(),
    tx: text("tx").notNull(),
    sender: text("sender").notNull(),
    height: height("height").notNull(),
    hash: text("hash").notNull(),
    state: text("state", { enum: evmCreditStates }).notNull(),
    seenAt: moment("seen_at").notNull(),
  },
  (t) => [
    index("evm_fill_height").on(t.height),
    listed("evm_fill", "account", evmOwnAccounts),
    listed("evm_fill", "state", evmCreditStates),
    rule("evm_fill_amount", "amount > 0"),
  ],
);

/** A transaction that one of our own addresses has sent, with what it cost: balances are compared with it. */
export const evmSpend = pgTable(
  "evm_spend",
  {
    tx: text("tx").primaryKey(),
    sender: text("sender").notNull(),
    nonce: bigint("nonce", { mode: "number" }).notNull(),
    recipient: text("recipient"),
    /** Wei that left with it; none where it failed. */
    amount: units("amount").notNull(),
    fee: units("fee").notNull(),
    succeeded: boolean("succeeded").notNull(),
    height: height("height").notNull(),
    hash: text("hash").notNull(),
  },
  (t) => [
    index("evm_spend_sender").on(t.sender),
    index("evm_spend_recipient").on(t.recipient),
    index("evm_spend_height").on(t.height),
    rule("evm_spend_amounts", "amount >= 0 and fee >= 0"),
  ],
);
