import { sql } from "drizzle-orm";
import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { partner } from "./affiliates.ts";
import { minor } from "./columns.ts";
import { listed, rule } from "./constraints.ts";

const sumGroups = ["all", "link", "pair"] as const;
const sumSpans = ["day", "month"] as const;

const ofPartner = () =>
  text("partner_id")
    .notNull()
    .references(() => partner.id);

/** What both tables count; amounts in minor units. */
const sums = () => ({
  visits: integer("visits").notNull().default(0),
  signups: integer("signups").notNull().default(0),
  orders: integer("orders").notNull().default(0),
  counted: integer("counted").notNull().default(0),
  turnoverCents: minor("turnover_cents").notNull().default(sql`0`),
  waiting: minor("waiting").notNull().default(sql`0`),
  ready: minor("ready").notNull().default(sql`0`),
  lost: minor("lost").notNull().default(sql`0`),
});

/** Sums of a partner by day, link and pair, so that no page reads every order. The empty pair counts visits and sign-ups. */
export const partnerDay = pgTable(
  "partner_day",
  {
    partnerId: ofPartner(),
    /** A date in UTC: `2026-11-21`. */
    day: text("day").notNull(),
    code: text("code").notNull(),
    pairId: text("pair_id").notNull(),
    asset: text("asset").notNull(),
    ...sums(),
  },
  (t) => [
    primaryKey({ columns: [t.partnerId, t.day, t.code, t.pairId, t.asset] }),
    rule(
      "partner_day_sums",
      "visits >= 0 and orders >= 0 and counted >= 0 and turnover_cents >= 0 and waiting >= 0 and ready >= 0 and lost >= 0",
    ),
  ],
);

/**
 * The daily sums of a partner added up by day and by month, each in all, by link and by pair, so that a year is read from a
 * few rows however many orders it had. Written by a trigger of `partner_day` alone.
 */
export const partnerSum = pgTable(
  "partner_sum",
  {
    partnerId: ofPartner(),
    asset: text("asset").notNull(),
    groupedBy: text("grouped_by", { enum: sumGroups }).notNull(),
    span: text("span", { enum: sumSpans }).notNull(),
    /** In UTC: `2026-11-21` or `2026-11`. */
    start: text("start").notNull(),
    /** The link's code or the pair; empty for all, and for the link of the second level. Visits and sign-ups belong to no pair. */
    key: text("key").notNull(),
    ...sums(),
  },
  (t) => [
    primaryKey({ columns: [t.partnerId, t.groupedBy, t.span, t.start, t.asset, t.key] }),
    listed("partner_sum", "grouped_by", sumGroups),
    listed("partner_sum", "span", sumSpans),
  ],
);
