import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { tableSources } from "../../market/rules/rate.ts";
import { partner } from "./affiliates.ts";
import { minor, moment } from "./columns.ts";
import { listed, rule } from "./constraints.ts";
import { order } from "./orders.ts";

const assetKinds = ["crypto", "ewallet"] as const;
const pairStatuses = ["active", "paused", "maintenance", "hidden"] as const;
const promoKinds = [
  "rate_bonus_bps",
  "fee_discount_percent",
  "fixed_bonus",
  "free_payout_fee",
  "cashback_percent",
  "partner_bind",
] as const;

/** Assets as rows, not code: operators change them; the seed only creates them. */
export const asset = pgTable(
  "asset",
  {
    id: text("id").primaryKey(),
    symbol: text("symbol").notNull(),
    name: text("name").notNull(),
    network: text("network"),
    networkLabel: text("network_label"),
    kind: text("kind", { enum: assetKinds }).notNull(),
    decimals: integer("decimals").notNull(),
    shownDecimals: integer("shown_decimals").notNull(),
    monitorCode: text("monitor_code").notNull(),
    needsMemo: boolean("needs_memo").notNull().default(false),
    explorerTx: text("explorer_tx"),
    confirmations: integer("confirmations").notNull(),
    receiveEnabled: boolean("receive_enabled").notNull().default(true),
    sendEnabled: boolean("send_enabled").notNull().default(true),
    /** A payment within this many basis points of the quote is exact. */
    toleranceBps: integer("tolerance_bps").notNull(),
    /** The published fee of a refund, minor units. */
    refundFee: minor("refund_fee").notNull(),
    /** Deposits to a wallet below it are kept and added up until they reach it, minor units; 0: no minimum. */
    minDeposit: minor("min_deposit").notNull().default(sql`0`),
    /** The fee of a withdrawal, part of its amount, and the least amount of one; minor units. */
    withdrawFee: minor("withdraw_fee").notNull().default(sql`0`),
    minWithdraw: minor("min_withdraw").notNull().default(sql`0`),
    /** What we want to hold of our own, for the report; from more than `heldMost` nobody can send us more. Minor units. */
    heldTarget: minor("held_target"),
    heldMost: minor("held_most"),
    /** Basis points that each `heldStep` (minor units) beyond the target adds to the margin of pairs that bring more; 0 for none. */
    heldWidenBps: integer("held_widen_bps").notNull().default(0),
    heldStep: minor("held_step"),
    /** What its service takes of a payment, and for sending a payout: a fixed amount in minor units, and basis points of it. */
    costIn: minor("cost_in").notNull().default(sql`0`),
    costInBps: integer("cost_in_bps").notNull().default(0),
    costOut: minor("cost_out").notNull().default(sql`0`),
    costOutBps: integer("cost_out_bps").notNull().default(0),
    sort: integer("sort").notNull(),
  },
  () => [
    rule("asset_held", "coalesce(held_target, 0) >= 0 and (held_most is null or held_most > coalesce(held_target, 0))"),
    rule(
      "asset_held_widen",
      "held_widen_bps between 0 and 2000 and (held_widen_bps = 0) = (held_step is null) and coalesce(held_step, 1) > 0 and (held_step is null or held_target is not null)",
    ),
    rule(
      "asset_costs",
      "cost_in >= 0 and cost_out >= 0 and cost_in_bps between 0 and 4000 and cost_out_bps between 0 and 4000",
    ),
    listed("asset", "kind", assetKinds),
    rule("asset_min_deposit", "min_deposit >= 0"),
    rule(
      "asset_amounts",
      "decimals between 0 and 30 and confirmations >= 0 and tolerance_bps between 0 and 10000 and refund_fee >= 0",
    ),
    rule("asset_withdrawals", "withdraw_fee >= 0 and min_withdraw >= 0"),
  ],
);

/** An exchange pair, one direction. */
export const pair = pgTable(
  "pair",
  {
    id: text("id").primaryKey(),
    from: text("from_asset")
      .notNull()
      .references(() => asset.id),
    to: text("to_asset")
      .notNull()
      .references(() => asset.id),
    page: text("page").notNull(),
    slug: text("slug").notNull().unique(),
    status: text("status", { enum: pairStatuses }).notNull(),
    marginBps: integer("margin_bps").notNull(),
    /** When the margin is wider, as operators enter it: market/rules/margin-hours.ts. */
    marginHours: text("margin_hours").notNull().default(""),
    /** Smaller margins from larger amounts, as operators enter them: market/rules/margin-tiers.ts. */
    marginTiers: text("margin_tiers").notNull().default(""),
    serviceBps: integer("service_bps").notNull(),
    payoutFee: minor("payout_fee").notNull(),
    minFrom: minor("min_from").notNull(),
    maxFrom: minor("max_from").notNull(),
    etaMinMinutes: integer("eta_min_minutes").notNull(),
    etaMaxMinutes: integer("eta_max_minutes").notNull(),
    rules: jsonb("rules").$type<string[]>().notNull(),
    labels: jsonb("labels").$type<string[]>().notNull(),
    sort: integer("sort").notNull(),
  },
  () => [
    listed("pair", "status", pairStatuses),
    rule("pair_terms", "margin_bps between -10000 and 10000 and service_bps between 0 and 9999 and payout_fee >= 0"),
    rule("pair_limits", "min_from >= 0 and min_from <= max_from"),
  ],
);

/** Reference rate of a pair, decimal text: units of `to` for one unit of `from`. */
export const referenceRate = pgTable("reference_rate", {
  pairId: text("pair_id")
    .primaryKey()
    .references(() => pair.id),
  rate: text("rate").notNull(),
  source: text("source", { enum: tableSources }).notNull(),
  updatedAt: moment("updated_at").notNull(),
  /** An override of the market ends then; null: it stays until the next one. */
  until: moment("until_at"),
});

/** The rates of a pair at the first moment of an hour in which it had some, for charts; decimal text. */
export const rateHistory = pgTable(
  "rate_history",
  {
    pairId: text("pair_id")
      .notNull()
      .references(() => pair.id),
    hour: moment("hour").notNull(),
    effectiveRate: text("effective_rate").notNull(),
    referenceRate: text("reference_rate").notNull(),
  },
  (t) => [primaryKey({ columns: [t.pairId, t.hour] })],
);

export const promo = pgTable(
  "promo",
  {
    code: text("code").primaryKey(),
    kind: text("kind", { enum: promoKinds }).notNull(),
    value: text("value").notNull(),
    pairs: jsonb("pairs").$type<string[]>().notNull(),
    minFrom: text("min_from"),
    startsAt: moment("starts_at"),
    expiresAt: moment("expires_at"),
    /** Negative when an order that had returned its use was paid later and others had used the rest. */
    usesLeft: integer("uses_left"),
    usesPerEmail: integer("uses_per_email"),
    newUsersOnly: boolean("new_users_only").notNull().default(false),
    stoppedAt: moment("stopped_at"),
    createdAt: moment("created_at").notNull(),
    /** To whom the code's orders come. */
    partnerId: text("partner_id").references(() => partner.id),
  },
  () => [
    listed("promo", "kind", promoKinds),
    rule("promo_partner", "(kind = 'partner_bind') = (partner_id is not null)"),
  ],
);

/** Orders that use a code; deleted when the use is returned. */
export const promoUse = pgTable(
  "promo_use",
  {
    orderRef: text("order_ref")
      .primaryKey()
      .references(() => order.ref),
    code: text("code")
      .notNull()
      .references(() => promo.code),
    at: moment("at").notNull(),
  },
  (t) => [index("promo_use_code").on(t.code)],
);
