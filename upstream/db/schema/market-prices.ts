import { sql } from "drizzle-orm";
import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { feedFaults } from "../../market/rules/prices/feed-faults.ts";
import { pauseReasons } from "../../market/rules/prices/next-price.ts";
import { moment } from "./columns.ts";
import { listed, rule } from "./constraints.ts";
import { pair } from "./market.ts";

/** A feed of prices, and how it answered last. Of several processes the one that sets `askedAt` asks. */
export const priceFeed = pgTable(
  "price_feed",
  {
    name: text("name").primaryKey(),
    askedAt: moment("asked_at").notNull(),
    /** The last answer with a price that counts. */
    answeredAt: moment("answered_at"),
    /** Of a feed whose answers carry no time: when one was last seen to differ from the one before. */
    changedAt: moment("changed_at"),
    /** Why the last round failed, in whole or in part. */
    fault: text("fault", { enum: feedFaults }),
    faultSince: moment("fault_since"),
  },
  () => [
    listed("price_feed", "fault", feedFaults),
    rule("price_feed_fault", "(fault is null) = (fault_since is null)"),
  ],
);

/** The last price of each market of a feed: units of `quote` for one `base`, decimal text. */
export const feedPrice = pgTable(
  "feed_price",
  {
    feed: text("feed")
      .notNull()
      .references(() => priceFeed.name),
    base: text("base").notNull(),
    quote: text("quote").notNull(),
    price: text("price").notNull(),
    /** The time of the price: the feed's own, or that of the request while the feed's answers keep changing. */
    at: moment("at").notNull(),
    /** Hash of what the answer had of the market, where it carries no time: the next one is compared with it. */
    observed: text("observed"),
  },
  (t) => [
    primaryKey({ columns: [t.feed, t.base, t.quote] }),
    rule("feed_price_observed", "observed ~ '^[0-9a-f]{64}$'"),
  ],
);

/** The price of a pair by its feeds: the last accepted one, and why it does not count now. See rules/prices/next-price.ts. */
export const marketPrice = pgTable(
  "market_price",
  {
    pairId: text("pair_id")
      .primaryKey()
      .references(() => pair.id),
    rate: text("rate"),
    acceptedAt: moment("accepted_at"),
    until: moment("until_at"),
    sources: text("sources").array().notNull().default(sql`'{}'`),
    pause: text("pause", { enum: pauseReasons }),
    pausedAt: moment("paused_at"),
    jumpRate: text("jump_rate"),
    jumpSince: moment("jump_since"),
  },
  () => [
    listed("market_price", "pause", pauseReasons),
    rule("market_price_paused", "(pause is null) = (paused_at is null)"),
    rule("market_price_accepted", "(rate is null) = (accepted_at is null) and (rate is null) = (until_at is null)"),
    rule("market_price_open", "pause is not null or rate is not null"),
    rule(
      "market_price_jump",
      "(jump_rate is null) = (jump_since is null) and (jump_rate is null or coalesce(pause, '') = 'jump')",
    ),
  ],
);

/** Limits of a pair that operators have set; what is null is that of PRICE_LIMITS. */
export const priceLimit = pgTable(
  "price_limit",
  {
    pairId: text("pair_id")
      .primaryKey()
      .references(() => pair.id),
    quorum: integer("quorum"),
    spreadBps: integer("spread_bps"),
    ageSeconds: integer("age_seconds"),
    jumpBps: integer("jump_bps"),
  },
  () => [rule("price_limit_amounts", "least(quorum, spread_bps, age_seconds, jump_bps) > 0")],
);
