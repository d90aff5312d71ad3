import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { member } from "./accounts.ts";
import { moment } from "./columns.ts";
import { withMember } from "./constraints.ts";

/** A saved account or address of a member. */
export const savedAddress = pgTable(
  "saved_address",
  {
    id: text("id").primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => member.id, withMember),
    asset: text("asset").notNull(),
    label: text("label").notNull(),
    account: text("account").notNull(),
    memo: text("memo"),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [uniqueIndex("saved_address_once").on(t.memberId, t.asset, t.account, sql`coalesce(memo, '')`)],
);
