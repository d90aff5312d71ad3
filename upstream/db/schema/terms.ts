import { jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { TermsOperator } from "../../../contract/company/terms-operator.ts";
import type { ExchangeRules } from "../../../contract/terms/exchange-rules.ts";
import { moment } from "./columns.ts";

/**
 * What a version of the terms said besides its clauses: the company and the figures. Written at the first start with a
 * version, and at an acceptance if either has changed since. Never changed or deleted: orders and accounts refer to it by time.
 */
export const termsState = pgTable(
  "terms_state",
  {
    id: text("id").primaryKey(),
    version: text("version").notNull(),
    since: moment("since").notNull(),
    /** Of operator and rules, hexadecimal. */
    digest: text("digest").notNull(),
    operator: jsonb("operator").$type<TermsOperator>().notNull(),
    rules: jsonb("rules").$type<ExchangeRules>().notNull(),
  },
  (t) => [uniqueIndex("terms_state_since").on(t.version, t.since)],
);
