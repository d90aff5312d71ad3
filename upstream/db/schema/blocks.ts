import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { blockKinds } from "../../screening/blocks/rules/block-keys.ts";
import { moment } from "./columns.ts";
import { listed, rule } from "./constraints.ts";

/** Whom operators have refused, by what, and who ended it; a row is never deleted. `value` has the form of `block-keys.ts`. */
export const partyBlock = pgTable(
  "party_block",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: blockKinds }).notNull(),
    value: text("value").notNull(),
    reason: text("reason").notNull(),
    addedBy: text("added_by").notNull(),
    addedAt: moment("added_at").notNull(),
    /** Null: until it is removed. */
    until: moment("until"),
    removedBy: text("removed_by"),
    removedAt: moment("removed_at"),
  },
  (t) => [
    uniqueIndex("party_block_in_force").on(t.kind, t.value).where(sql`removed_at is null`),
    listed("party_block", "kind", blockKinds),
    rule("party_block_removed", "(removed_by is null) = (removed_at is null)"),
  ],
);
