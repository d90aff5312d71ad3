import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  finalStatuses,
  holdReasons,
  orderConditions,
  orderStatuses,
  payinMethods,
} from "../../../contract/order/order-states.ts";
import { languages } from "../../../contract/values/languages.ts";
import { places } from "../../ledger/rules/booking.ts";
import type { CostTerms } from "../../market/rules/costs.ts";
import type { LoyaltyTerms } from "../../market/rules/loyalty.ts";
import type { PromoFault, PromoTerms } from "../../market/rules/promo.ts";
import { type Dispute, type HoldOffer, paymentStatuses, paymentTimings } from "../../orders/rules/order-facts.ts";
import { member } from "./accounts.ts";
import { minor, moment } from "./columns.ts";
import { listed, rule, withDraft } from "./constraints.ts";
import { emailProofs, hasEnded, isDraftOrEnded, isUnpaidStatus, orderConstraints, sides } from "./order-constraints.ts";

const eventSources = ["client", "system", "operator", "rail"] as const;

/** One exchange, from draft to end. Never deleted once executed. */
export const order = pgTable(
  "exchange_order",
  {
    ref: text("ref").primaryKey(),
    /** Generation of the order token, which is derived, never stored. Adding one invalidates older links. */
    tokenGeneration: integer("token_generation").notNull().default(1),
    pairId: text("pair_id").notNull(),
    fromAsset: text("from_asset").notNull(),
    toAsset: text("to_asset").notNull(),
    status: text("status", { enum: orderStatuses }).notNull(),
    condition: text("condition", { enum: orderConditions }).notNull(),
    /** The final status before an extra payment or a dispute reopened the order; it returns to it. */
    restingStatus: text("resting_status", { enum: finalStatuses }),
    version: integer("version").notNull().default(1),

    // The current quote.
    quoteId: text("quote_id").notNull(),
    side: text("side", { enum: sides }).notNull(),
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
    /** The terms a promo code changed and its conditions, to price this order without it. */
    promoTerms: jsonb("promo_terms").$type<PromoTerms | null>(),
    /** A promo code removed from the quote, and why; shown before the customer accepts. */
    promoRefused: jsonb("promo_refused").$type<{ code: string; reason: PromoFault } | null>(),
    /** The owner's loyalty discount when the quote was made, and the fee without it. */
    loyaltyTerms: jsonb("loyalty_terms").$type<LoyaltyTerms | null>(),
    /** What the exchange costs us at most, by which its price is limited; null where nothing limited it. */
    costTerms: jsonb("cost_terms").$type<CostTerms | null>(),
    /** US dollars for one unit sent, when the quote was made; null where there was no rate. */
    usdRate: text("usd_rate"),
    quoteExpiresAt: moment("quote_expires_at").notNull(),

    // Received and paid-out amounts, in minor units of their assets.
    received: minor("received").notNull(),
    sent: minor("sent").notNull(),

    // Deadlines are columns; sweep() applies what is due.
    expiresAt: moment("expires_at"),
    graceUntil: moment("grace_until"),
    rateLockedUntil: moment("rate_locked_until"),

    // The hold.
    holdReason: text("hold_reason", { enum: holdReasons }),
    holdSince: moment("hold_since"),
    holdDeadline: moment("hold_deadline"),
    /** The offer made with the hold: rate, amounts and expiry. */
    holdOffer: jsonb("hold_offer").$type<HoldOffer | null>(),
    /** The rail of the open dispute. One opened during a payout takes effect when it ends. */
    disputeFlag: text("dispute_flag"),
    /** All cases the payer opened, by their id at the rail; amounts as decimal text of minor units. */
    disputes: jsonb("disputes").$type<Dispute[]>().notNull().default([]),
    /** The customer chose to exchange as quoted: the surplus is refunded after the payout. */
    surplusBack: boolean("surplus_back").notNull().default(false),

    // Accounts of pay-in, payout and refund.
    payinMethod: text("payin_method", { enum: payinMethods }),
    /** The rail that issued the instructions; null for none, and where an earlier version did not keep it. */
    payinRail: text("payin_rail"),
    payinAccount: text("payin_account"),
    payinAddress: text("payin_address"),
    payinMemo: text("payin_memo"),
    payinUri: text("payin_uri"),
    payinInvoiceUrl: text("payin_invoice_url"),
    payinRedirectUrl: text("payin_redirect_url"),
    /** When a rail issued an address or invoice for a draft that was not executed then. */
    payinIssuedAt: moment("payin_issued_at"),
    /** When the pay-in instructions were withdrawn, so that an ended order cannot be paid. */
    payinClosedAt: moment("payin_closed_at"),
    payoutAccount: text("payout_account"),
    payoutMemo: text("payout_memo"),
    payoutExtra: jsonb("payout_extra").$type<Record<string, string>>().notNull(),
    /** Paid from the owner's wallet to an account that is new to the owner: nothing is paid out before. */
    payoutUsableAt: moment("payout_usable_at"),
    /** When its owner paid it from a wallet with a code, and its worth then, US cents: counts against the day's limit. */
    walletPaidAt: moment("wallet_paid_at"),
    walletWorthUsd: minor("wallet_worth_usd"),
    /** Chosen by the owner: the payout goes into the owner's wallet, or a refund does, and to no account. */
    payoutToWallet: boolean("payout_to_wallet").notNull().default(false),
    refundToWallet: boolean("refund_to_wallet").notNull().default(false),
    refundAccount: text("refund_account"),
    refundMemo: text("refund_memo"),
    /** Refund address for a payment in an asset of another network, where the refund address is not valid. */
    wrongRefundAccount: text("wrong_refund_account"),

    // Open holds in the ledger, by transfer id.
    reserveHoldId: text("reserve_hold_id"),

    email: text("email"),
    /** The mailbox that `email` reaches, written by a trigger, to recognise a customer who varies the address. Null for orders from before it. */
    mailbox: text("mailbox"),
    /** How the mailbox of `email` is known to be the customer's; null while it was only typed. */
    emailProof: text("email_proof", { enum: emailProofs }),
    language: text("language", { enum: languages }).notNull(),
    partner: text("partner"),
    ownerId: text("owner_id").references(() => member.id),
    clientAddress: text("client_address"),
    termsVersion: text("terms_version"),
    acceptedRules: jsonb("accepted_rules").$type<string[]>(),
    acceptedAt: moment("accepted_at"),

    /**
     * How long what it brings its owner's wallet waits there, where its payment can be taken back: fixed as it is executed, null
     * for orders from before.
     */
    settleSeconds: integer("settle_seconds"),
    /** When it was first completed, and its worth in US cents: what counts for the owner's loyalty tier. */
    completedAt: moment("completed_at"),
    turnoverCents: minor("turnover_cents"),

    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
    checkedAt: moment("checked_at").notNull(),
  },
  (t) => [
    index("order_due").on(t.status, t.expiresAt),
    index("order_wallet_paid").on(t.ownerId, t.walletPaidAt).where(sql`wallet_paid_at is not null`),
    index("order_rate_due").on(t.rateLockedUntil).where(isUnpaidStatus),
    index("order_hold_due").on(t.holdDeadline).where(sql`hold_deadline is not null`),
    // Pay-ins to withdraw at the rail, and drafts never executed: few among all ended orders.
    index("order_payin_open").on(t.status, t.payinMethod).where(sql`payin_closed_at is null and ${isDraftOrEnded}`),
    index("order_created").on(t.createdAt),
    // What housekeeping and invitations to review look for by the time of the last change: few at a time.
    index("order_address_kept").on(t.updatedAt).where(sql`client_address is not null and ${hasEnded}`),
    index("order_guest_kept").on(t.updatedAt).where(sql`owner_id is null and email is not null and ${hasEnded}`),
    index("order_review_due").on(t.updatedAt).where(sql`status in ('completed', 'refunded')`),
    index("order_owner").on(t.ownerId, t.createdAt).where(sql`owner_id is not null`),
    index("order_owner_status").on(t.ownerId, t.status).where(sql`owner_id is not null`),
    index("order_owner_completed")
      .on(t.ownerId, t.completedAt)
      .where(sql`owner_id is not null and status = 'completed'`),
    index("order_email").on(sql`lower(${t.email})`, t.createdAt).where(sql`email is not null`),
    index("order_mailbox").on(t.mailbox, t.createdAt).where(sql`mailbox is not null`),
    index("order_payin_account").on(sql`lower(${t.payinAccount})`, t.createdAt).where(sql`payin_account is not null`),
    uniqueIndex("order_payin_address")
      .on(t.payinAddress, sql`coalesce(payin_memo, '')`)
      .where(sql`payin_address is not null`),
    // By their hash: a page's address may be longer than an ordered index takes.
    index("order_payin_invoice_url").using("hash", t.payinInvoiceUrl),
    index("order_payin_redirect_url").using("hash", t.payinRedirectUrl),
    ...orderConstraints,
  ],
);

const ofOrder = () =>
  text("order_ref")
    .notNull()
    .references(() => order.ref);

/** Events in order: the customer’s timeline and the operator’s audit. */
export const orderEvent = pgTable(
  "order_event",
  {
    id: text("id").primaryKey(),
    orderRef: ofOrder(),
    version: integer("version").notNull(),
    event: text("event").notNull(),
    fromStatus: text("from_status", { enum: orderStatuses }),
    /** What the order was held for before the event; older events have none. */
    fromHoldReason: text("from_hold_reason", { enum: holdReasons }),
    toStatus: text("to_status", { enum: orderStatuses }).notNull(),
    by: text("by", { enum: eventSources }).notNull(),
    actor: text("actor"),
    note: text("note"),
    at: moment("at").notNull(),
  },
  (t) => [
    index("order_event_order").on(t.orderRef, t.version),
    listed("order_event", "from_status", orderStatuses),
    listed("order_event", "from_hold_reason", holdReasons),
    listed("order_event", "to_status", orderStatuses),
    listed("order_event", "by", eventSources),
  ],
);

/** An incoming payment. Booked once per payment id of the rail, when final. */
export const payment = pgTable(
  "payment",
  {
    id: text("id").primaryKey(),
    orderRef: ofOrder(),
    rail: text("rail").notNull(),
    railPaymentId: text("rail_payment_id").notNull(),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    railFee: minor("rail_fee").notNull(),
    /** Where the money of a final payment lies. */
    place: text("place", { enum: places }).notNull().default("hot"),
    /** The deposit address where it has arrived, to be swept; null on a rail that pays out from where money arrives. */
    address: text("address"),
    /**
     * Address or account that it came from, compared again before money leaves. Null where its rail does not know it, of rows of earlier
     * versions, and once the order has lost its personal data.
     */
    sender: text("sender"),
    status: text("status", { enum: paymentStatuses }).notNull(),
    /** As reported with the last change of state; the rail's own book counts on from there. */
    confirmations: integer("confirmations").notNull(),
    required: integer("required").notNull(),
    /** The pair's rate when the payment was first seen, for the rate band. */
    rateAtSight: text("rate_at_sight").notNull(),
    /** Whether it counts at the locked rate. */
    onTime: text("on_time", { enum: paymentTimings }).notNull(),
    seenAt: moment("seen_at").notNull(),
    finalAt: moment("final_at"),
  },
  // Whatever the letters: an id in capitals is no second payment.
  (t) => [
    uniqueIndex("payment_once").on(t.rail, sql`lower(${t.railPaymentId})`),
    index("payment_order").on(t.orderRef),
    index("payment_address").on(t.address).where(sql`address is not null`),
    listed("payment", "status", paymentStatuses),
    listed("payment", "on_time", paymentTimings),
    listed("payment", "place", places),
    rule("payment_amounts", "amount > 0 and rail_fee >= 0"),
    rule("payment_final", "status <> 'final' or final_at is not null"),
  ],
);

/** Operators' notes; never shown to a customer. */
export const orderNote = pgTable(
  "order_note",
  {
    id: text("id").primaryKey(),
    orderRef: text("order_ref")
      .notNull()
      .references(() => order.ref, withDraft),
    actor: text("actor").notNull(),
    text: text("text").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [index("order_note_order").on(t.orderRef)],
);
