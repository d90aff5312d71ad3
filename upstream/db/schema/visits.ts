import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { languages } from "../../../contract/values/languages.ts";
import { consentAnswers, consentPlaces } from "../../../contract/visits/consent.ts";
import { moment } from "./columns.ts";
import { listed, rule } from "./constraints.ts";

/** How often pages were opened on a day. Counts only: nothing here belongs to a visitor. */
export const pageView = pgTable(
  "page_view",
  {
    /** A date in UTC: `2026-11-21`. */
    day: text("day").notNull(),
    /** The page without its language: `/exchange/usdt-to-paypal`, `/order/:ref`. */
    page: text("page").notNull(),
    language: text("language", { enum: languages }).notNull(),
    /** The host of the site that a link was on; empty for a page of ours, a typed address and an unknown origin. */
    referrer: text("referrer").notNull(),
    isBot: boolean("is_bot").notNull(),
    views: integer("views").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.page, t.language, t.referrer, t.isBot] }),
    listed("page_view", "language", languages),
    rule("page_view_views", "views > 0"),
  ],
);

/** Answers about statistics, without their visitors. `text` names the words shown and the services in them. */
export const consentRecord = pgTable(
  "consent_record",
  {
    id: text("id").primaryKey(),
    answer: text("answer", { enum: consentAnswers }).notNull(),
    text: text("text").notNull(),
    by: text("by", { enum: consentPlaces }).notNull(),
    language: text("language", { enum: languages }).notNull(),
    at: moment("at").notNull(),
  },
  (t) => [
    index("consent_record_at").on(t.at),
    listed("consent_record", "answer", consentAnswers),
    listed("consent_record", "by", consentPlaces),
    listed("consent_record", "language", languages),
  ],
);
