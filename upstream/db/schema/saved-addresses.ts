import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { member } from "./accounts.ts";
import { moment } from "./columns.ts";
import { listed, withMember } from "./constraints.ts";

const addressChanges = ["requested", "saved", "renamed", "deleted", "dropped"] as const;

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

/**
 * What became of a member's saved addresses, for the history, its emails and the page after a freeze: an entry is never
 * changed, and names the address also once that is deleted. `id`: of its entry in the security history; of one `dropped`
 * by a freeze its own.
 */
export const addressChange = pgTable(
  "address_change",
  {
    id: text("id").primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => member.id, withMember),
    /** `requested`: a code was asked for, and nothing saved yet. `dropped`: a freeze has deleted it. */
    change: text("change", { enum: addressChanges }).notNull(),
    asset: text("asset").notNull(),
    account: text("account").notNull(),
    memo: text("memo"),
    label: text("label").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [
    index("address_change_member").on(t.memberId, t.at),
    index("address_change_at").on(t.at),
    listed("address_change", "change", addressChanges),
  ],
);
