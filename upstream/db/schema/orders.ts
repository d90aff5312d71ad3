import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { HoldReason, OrderCondition, OrderStatus, PayinMethod } from "../../../contract/order/order-states.ts";
import { languages } from "../../../contract/values/languages.ts";
import type { PromoFault, PromoTerms } from "../../domain/pricing/promo.ts";
import { minor, moment } from "./columns.ts";

/** One exchange, from draft to its end. Never deleted once it has been executed. */
export const order = pgTable(
  "exchange_order",
  {
    ref: text("ref").primaryKey(),
    /** Which link opens it; the token is derived, never stored. Plus one makes older links dead. */
    tokenGeneration: integer("token_generation").notNull().default(1),
    pairId: text("pair_id").notNull(),
    fromAsset: text("from_asset").notNull(),
    toAsset: text("to_asset").notNull(),
    status: text("status").$type<OrderStatus>().notNull(),
    condition: text("condition").$type<OrderCondition>().notNull(),
    /** The final status it had before an extra payment or a dispute reopened it; where it returns to. */
    restingStatus: text("resting_status").$type<OrderStatus>(),
    version: integer("version").notNull().default(1),

    // The quote it runs on.
    quoteId: text("quote_id").notNull(),
    side: text("side", { enum: ["from", "to"] }).notNull(),
    fromAmount: minor("from_amount").notNull(),
    toAmount: minor("to_amount").notNull(),
    rate: text("rate").notNull(),
    referenceRate: text("reference_rate").notNull(),
    referenceSource: text("reference_source").notNull(),
    serviceBps: integer("service_bps").notNull(),
    bonusBps: integer("bonus_bps").notNull(),
    fixedBonus: minor("fixed_bonus").notNull(),
    payoutFee: minor("payout_fee").notNull(),
    serviceFee: minor("service_fee").notNull(),
    bonus: minor("bonus").notNull(),
    promoCode: text("promo_code"),
    /** What the code changed and what it asked for, so that a new price of this order can be told without it. */
    promoTerms: jsonb("promo_terms").$type<PromoTerms | null>(),
    /** A code that was taken out of the quote again, and why: said before the customer agrees. */
    promoRefused: jsonb("promo_refused").$type<{ code: string; reason: PromoFault } | null>(),
    quoteExpiresAt: moment("quote_expires_at").notNull(),

    // What was received and paid, in minor units of its own asset.
    received: minor("received").notNull(),
    sent: minor("sent").notNull(),

    // Deadlines are columns; sweep() moves what is due.
    expiresAt: moment("expires_at"),
    graceUntil: moment("grace_until"),
    rateLockedUntil: moment("rate_locked_until"),

    // What waits for a decision.
    holdReason: text("hold_reason").$type<HoldReason>(),
    holdSince: moment("hold_since"),
    holdDeadline: moment("hold_deadline"),
    /** The offer made with the hold: rate and amounts it would give, until when. */
    holdOffer: jsonb("hold_offer").$type<{
      rate: string;
      fromAmount: string;
      toAmount: string;
      serviceFee: string;
      bonus: string;
      validUntil: string;
    } | null>(),
    /** The rail at which a dispute is open, while one is; opened during a payout it waits for that to end. */
    disputeFlag: text("dispute_flag"),
    /** Every case that the payer opened, by its number at the rail; amounts as decimal text of minor units. */
    disputes: jsonb("disputes")
      .$type<{ caseId: string; rail: string; amount: string; state: "open" | "lost_meanwhile" | "won" | "lost" }[]>()
      .notNull()
      .default([]),
    /** The customer chose to exchange as quoted: what came beyond the quote goes back after the payout. */
    surplusBack: boolean("surplus_back").notNull().default(false),

    // Where money comes in, goes out, goes back.
    payinMethod: text("payin_method").$type<PayinMethod>(),
    payinAccount: text("payin_account"),
    payinAddress: text("payin_address"),
    payinMemo: text("payin_memo"),
    payinUri: text("payin_uri"),
    payinInvoiceUrl: text("payin_invoice_url"),
    payinRedirectUrl: text("payin_redirect_url"),
    /** When what was issued was taken back for certain, so that nobody pays an order that has ended. */
    payinClosedAt: moment("payin_closed_at"),
    payoutAccount: text("payout_account"),
    payoutMemo: text("payout_memo"),
    payoutExtra: jsonb("payout_extra").$type<Record<string, string>>().notNull(),
    refundAccount: text("refund_account"),
    refundMemo: text("refund_memo"),
    /** Where a payment in an asset of another network goes back to; the refund address cannot take it. */
    wrongRefundAccount: text("wrong_refund_account"),

    // Open holds in the ledger, by transfer id.
    reserveHoldId: text("reserve_hold_id"),

    email: text("email"),
    language: text("language", { enum: languages }).notNull(),
    partner: text("partner"),
    ownerId: text("owner_id"),
    clientAddress: text("client_address"),
    termsVersion: text("terms_version"),
    acceptedRules: jsonb("accepted_rules").$type<string[]>(),
    acceptedAt: moment("accepted_at"),

    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
    checkedAt: moment("checked_at").notNull(),
  },
  (t) => [
    index("order_due").on(t.status, t.expiresAt),
    index("order_rate_due").on(t.status, t.rateLockedUntil),
    index("order_hold_due").on(t.holdDeadline),
    // Pay-ins to close at the rail, and drafts that were never executed: both are few, among every order that ended.
    index("order_payin_open").on(t.status, t.payinMethod).where(sql`payin_closed_at is null`),
    index("order_created").on(t.createdAt),
    index("order_owner").on(t.ownerId, t.createdAt),
    index("order_owner_status").on(t.ownerId, t.status),
    index("order_email").on(sql`lower(${t.email})`),
    uniqueIndex("order_payin_address").on(t.payinAddress, sql`coalesce(payin_memo, '')`),
  ],
);

/** What happened, in order: the customer’s timeline and the operator’s audit. */
export const orderEvent = pgTable(
  "order_event",
  {
    id: text("id").primaryKey(),
    orderRef: text("order_ref").notNull(),
    version: integer("version").notNull(),
    event: text("event").notNull(),
    fromStatus: text("from_status").$type<OrderStatus>(),
    toStatus: text("to_status").$type<OrderStatus>().notNull(),
    by: text("by", { enum: ["client", "system", "operator", "rail"] }).notNull(),
    actor: text("actor"),
    note: text("note"),
    at: moment("at").notNull(),
  },
  (t) => [index("order_event_order").on(t.orderRef, t.version)],
);

/** Money seen on its way in. Booked once per payment id of the rail, when final. */
export const payment = pgTable(
  "payment",
  {
    id: text("id").primaryKey(),
    orderRef: text("order_ref").notNull(),
    rail: text("rail").notNull(),
    railPaymentId: text("rail_payment_id").notNull(),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    railFee: minor("rail_fee").notNull(),
    status: text("status", { enum: ["seen", "final", "vanished"] }).notNull(),
    confirmations: integer("confirmations").notNull(),
    required: integer("required").notNull(),
    /** Rate of the pair when it was first seen: decides the grace band. */
    rateAtSight: text("rate_at_sight").notNull(),
    /** Whether it may count at the locked rate. */
    onTime: text("on_time", { enum: ["in_window", "in_grace", "late"] }).notNull(),
    seenAt: moment("seen_at").notNull(),
    finalAt: moment("final_at"),
  },
  (t) => [uniqueIndex("payment_once").on(t.rail, t.railPaymentId), index("payment_order").on(t.orderRef)],
);

/** Money on its way out: the payout of an order, or a refund. One row an attempt; the rail knows it by `id`. */
export const outgoing = pgTable(
  "outgoing",
  {
    id: text("id").primaryKey(),
    orderRef: text("order_ref").notNull(),
    kind: text("kind", { enum: ["payout", "refund"] }).notNull(),
    attempt: integer("attempt").notNull(),
    rail: text("rail").notNull(),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    fee: minor("fee").notNull(),
    account: text("account").notNull(),
    memo: text("memo"),
    status: text("status", { enum: ["sending", "sent", "returned", "failed"] }).notNull(),
    /** The pending transfers that this movement posts or voids. */
    transferId: text("transfer_id").notNull(),
    feeTransferId: text("fee_transfer_id"),
    railTxId: text("rail_tx_id"),
    createdAt: moment("created_at").notNull(),
    settledAt: moment("settled_at"),
  },
  (t) => [uniqueIndex("outgoing_attempt").on(t.orderRef, t.kind, t.attempt)],
);

/** Operator’s remarks; never shown to a customer. */
export const orderNote = pgTable("order_note", {
  id: text("id").primaryKey(),
  orderRef: text("order_ref").notNull(),
  actor: text("actor").notNull(),
  text: text("text").notNull(),
  at: moment("at").notNull(),
});
