import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  affiliatePayoutStates,
  affiliateReviews,
  affiliateTiers,
  partnerStatuses,
  referralReasons,
  referralWays,
  rewardStates,
} from "../../../contract/affiliate/affiliate-lists.ts";
import { member } from "./accounts.ts";
import { minor, moment } from "./columns.ts";
import { listed, rule, withDraft, withMember } from "./constraints.ts";
import { order } from "./orders.ts";

const ofPartner = () =>
  text("partner_id")
    .notNull()
    .references(() => partner.id);

/** A member who brings customers. Money: the ledger account `affiliate:<id>:<asset>`. */
export const partner = pgTable(
  "partner",
  {
    id: text("id").primaryKey(),
    /** Until the personal data of a closed account is erased: the money's history stays without its owner. */
    memberId: text("member_id").references(() => member.id, { onDelete: "set null" }),
    /** The partner whom this one signed up with: the second level. */
    parentId: text("parent_id").references((): AnyPgColumn => partner.id),
    status: text("status", { enum: partnerStatuses }).notNull().default("active"),
    pausedReason: text("paused_reason"),
    /** Agreed with this partner instead of the tier's rate, basis points of our profit. */
    rateBps: integer("rate_bps"),
    joinedAt: moment("joined_at").notNull(),
  },
  (t) => [
    uniqueIndex("partner_member").on(t.memberId),
    index("partner_parent").on(t.parentId),
    listed("partner", "status", partnerStatuses),
    rule("partner_paused", "(status = 'paused') = (paused_reason is not null)"),
    rule("partner_rate", "rate_bps between 0 and 10000"),
    rule("partner_own_parent", "parent_id <> id"),
  ],
);

/** What the ledger does not say about a partner's money, minor units. */
export const partnerBalance = pgTable(
  "partner_balance",
  {
    partnerId: ofPartner(),
    asset: text("asset").notNull(),
    /** Rewards whose dispute window is open, held in the ledger or not yet. */
    waiting: minor("waiting").notNull().default(sql`0`),
    paidOut: minor("paid_out").notNull().default(sql`0`),
    /** What was taken back beyond the balance: later rewards repay it first. */
    debt: minor("debt").notNull().default(sql`0`),
  },
  (t) => [
    primaryKey({ columns: [t.partnerId, t.asset] }),
    rule("partner_balance_amounts", "waiting >= 0 and paid_out >= 0 and debt >= 0"),
  ],
);

/** A code is never used again, so a deleted link stays. */
export const partnerLink = pgTable(
  "partner_link",
  {
    code: text("code").primaryKey(),
    partnerId: ofPartner(),
    label: text("label"),
    isMain: boolean("is_main").notNull(),
    createdAt: moment("created_at").notNull(),
    deletedAt: moment("deleted_at"),
  },
  (t) => [
    uniqueIndex("partner_link_code").on(sql`lower(${t.code})`),
    uniqueIndex("partner_link_main").on(t.partnerId).where(sql`is_main`),
    index("partner_link_partner").on(t.partnerId),
    rule("partner_link_main_stays", "not is_main or deleted_at is null"),
  ],
);

/** The partner a member signed up with: the first click decides, for good. */
export const memberPartner = pgTable(
  "member_partner",
  {
    memberId: text("member_id")
      .primaryKey()
      .references(() => member.id, withMember),
    partnerId: ofPartner(),
    code: text("code").notNull(),
    way: text("way", { enum: referralWays }).notNull(),
    boundAt: moment("bound_at").notNull(),
  },
  (t) => [index("member_partner_partner").on(t.partnerId), listed("member_partner", "way", referralWays)],
);

/** An order that came to a partner, and why it does not count where it does not. At most one partner's counts. */
export const referral = pgTable(
  "referral",
  {
    id: text("id").primaryKey(),
    orderRef: text("order_ref")
      .notNull()
      .references(() => order.ref, withDraft),
    partnerId: ofPartner(),
    code: text("code").notNull(),
    way: text("way", { enum: referralWays }).notNull(),
    touchedAt: moment("touched_at").notNull(),
    /** Null while the order counts. */
    reason: text("reason", { enum: referralReasons }),
    createdAt: moment("created_at").notNull(),
    /** When the order was placed; drafts are not shown. */
    placedAt: moment("placed_at"),
    /** When an operator marked it as fraud. */
    flaggedAt: moment("flagged_at"),
  },
  (t) => [
    index("referral_fraud").on(t.partnerId).where(sql`reason = 'fraud'`),
    uniqueIndex("referral_once").on(t.orderRef, t.partnerId),
    uniqueIndex("referral_counts_once").on(t.orderRef).where(sql`reason is distinct from 'other_partner_first'`),
    index("referral_partner").on(t.partnerId, t.placedAt, t.id).where(sql`placed_at is not null`),
    index("referral_code").on(t.code, t.placedAt, t.id).where(sql`placed_at is not null`),
    listed("referral", "way", referralWays),
    listed("referral", "reason", referralReasons),
  ],
);

/**
 * A partner's reward for an order, with every figure it was computed from. Once for each order and level: 1 for the
 * partner who brought it, 2 for the partner who brought that one.
 */
export const reward = pgTable(
  "reward",
  {
    id: text("id").primaryKey(),
    orderRef: text("order_ref")
      .notNull()
      .references(() => order.ref),
    level: integer("level").notNull(),
    partnerId: ofPartner(),
    /** The link that brought the order; empty for the second level. */
    code: text("code").notNull(),
    pairId: text("pair_id").notNull(),
    state: text("state", { enum: rewardStates }).notNull(),
    /** Why it is void or was taken back. */
    reason: text("reason", { enum: referralReasons }),
    /** What we earned, minor units of the payout asset. */
    profit: minor("profit").notNull(),
    profitAsset: text("profit_asset").notNull(),
    /** Units of `asset` for one of `profitAsset` at completion, decimal text. */
    rate: text("rate").notNull(),
    /** Network fees in other assets, minor units of `asset` at the rates of completion. */
    otherCosts: minor("other_costs").notNull(),
    /** The profit, minor units of `asset`. */
    base: minor("base").notNull(),
    rateBps: integer("rate_bps").notNull(),
    /** Null where a rate was agreed with the partner. */
    tier: text("tier", { enum: affiliateTiers }),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    /** Whether the ledger has it, as a hold while it waits. Without reserve it is only owed. */
    isBooked: boolean("is_booked").notNull(),
    /** Once taken back: from the balance, and as debt. */
    taken: minor("taken").notNull().default(sql`0`),
    owed: minor("owed").notNull().default(sql`0`),
    completedAt: moment("completed_at").notNull(),
    readyAt: moment("ready_at").notNull(),
    settledAt: moment("settled_at"),
  },
  (t) => [
    uniqueIndex("reward_once").on(t.orderRef, t.level),
    index("reward_partner").on(t.partnerId),
    index("reward_due").on(t.readyAt).where(sql`state = 'waiting'`),
    index("reward_unbooked").on(t.completedAt).where(sql`state = 'waiting' and not is_booked`),
    listed("reward", "state", rewardStates),
    listed("reward", "reason", referralReasons),
    listed("reward", "tier", affiliateTiers),
    rule("reward_level", "level in (1, 2) and (level = 2) = (code = '')"),
    rule("reward_amounts", "amount > 0 and other_costs >= 0 and base >= amount and rate_bps between 1 and 10000"),
    rule("reward_computed", "amount = div(base * rate_bps, 10000)"),
    rule("reward_settled", "(state = 'waiting') = (settled_at is null)"),
    rule("reward_reason", "(state in ('void', 'taken_back')) = (reason is not null)"),
    rule("reward_ready_is_booked", "state in ('waiting', 'void') or is_booked"),
    rule(
      "reward_taken_back",
      "taken >= 0 and owed >= 0 and taken + owed = case when state = 'taken_back' then amount else 0 end",
    ),
  ],
);

/** Rewards that a partner took into the wallet, or wants to: while one waits for an operator, its money is held. */
export const affiliatePayout = pgTable(
  "affiliate_payout",
  {
    id: text("id").primaryKey(),
    partnerId: ofPartner(),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    state: text("state", { enum: affiliatePayoutStates }).notNull(),
    /** Hash of the request's idempotency key and member: a request repeated after a crash pays once. */
    requestHash: text("request_hash").notNull(),
    createdAt: moment("created_at").notNull(),
    endedAt: moment("ended_at"),
    /** Why an operator looked at it first; null for one that nobody had to. */
    review: text("review", { enum: affiliateReviews }),
    /** Why the operator refused it, for the partner to read. */
    refusal: text("refusal"),
  },
  (t) => [
    uniqueIndex("affiliate_payout_request").on(t.requestHash),
    uniqueIndex("affiliate_payout_waiting").on(t.partnerId, t.asset).where(sql`state = 'waiting'`),
    index("affiliate_payout_partner").on(t.partnerId, t.createdAt),
    listed("affiliate_payout", "state", affiliatePayoutStates),
    rule("affiliate_payout_amount", "amount > 0"),
    rule("affiliate_payout_ended", "(state = 'waiting') = (ended_at is null)"),
    listed("affiliate_payout", "review", affiliateReviews),
    rule("affiliate_payout_reviewed", "state = 'paid' or review is not null"),
    rule("affiliate_payout_refusal", "(state = 'refused') = (refusal is not null)"),
  ],
);
