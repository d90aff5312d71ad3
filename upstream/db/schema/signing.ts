import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";
import { rule } from "./constraints.ts";

/** Keys that sign receipts and pay-in addresses. Never deleted: old ones prove what they have signed. */
export const signingKey = pgTable(
  "signing_key",
  {
    id: text("id").primaryKey(),
    /** The raw key, base64url. */
    publicKey: text("public_key").notNull(),
    /** The private key, encrypted with a secret of the service. */
    sealed: text("sealed").notNull(),
    validFrom: moment("valid_from").notNull(),
    validUntil: moment("valid_until"),
  },
  () => [
    uniqueIndex("signing_key_in_force").on(sql`(valid_until is null)`).where(sql`valid_until is null`),
    rule("signing_key_times", "valid_until is null or valid_until >= valid_from"),
  ],
);
