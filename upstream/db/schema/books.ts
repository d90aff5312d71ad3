import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";
import { rule } from "./constraints.ts";
import { audit } from "./service.ts";

/**
 * What one unit of an asset was worth in a currency, decimal text, as of the first minutes of an hour. Reports of the past are
 * valued by it, so rows stay for ever.
 */
export const assetPrice = pgTable(
  "asset_price",
  {
    asset: text("asset").notNull(),
    /** The asset that stands for the currency: `paypal-usd`. */
    currency: text("currency").notNull(),
    hour: moment("hour").notNull(),
    price: text("price").notNull(),
  },
  (t) => [primaryKey({ columns: [t.asset, t.currency, t.hour] }), rule("asset_price_value", "price::numeric > 0")],
);

/** A day (UTC) that an operator has closed, with the page as it was printed then. */
export const closedDay = pgTable(
  "closed_day",
  {
    /** 2026-12-31 */
    day: text("day").primaryKey(),
    page: jsonb("page").$type<Record<string, unknown>>().notNull(),
    auditId: text("audit_id")
      .notNull()
      .references(() => audit.id),
  },
  () => [rule("closed_day_named", "day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'")],
);
