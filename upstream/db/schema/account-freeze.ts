import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { freezeCauses } from "../../../contract/member/freeze.ts";
import { member } from "./accounts.ts";
import { moment } from "./columns.ts";
import { listed, withMember } from "./constraints.ts";

/** What a freeze has stopped, in the order in which it was stopped. */
export type StoppedByFreeze = {
  /** Withdrawals that were not handed over to the payout guard: cancelled and given back. */
  withdrawals: string[];
  /** Withdrawals that the payout guard had and had not sent: held. */
  held: string[];
  /** Orders that were paid from a wallet and had not ended: what becomes of each, the order itself says. */
  orders: string[];
  /** Saved addresses that were younger than a freeze looks back. */
  addresses: { asset: string; label: string; account: string; savedAt: string }[];
  sessions: { client: string | null; address: string | null; since: string }[];
  /** Whether the session that asked for it goes on. */
  sessionKept: boolean;
};

/** A freeze of a member's account, by its owner or an operator. Kept as long as the member's data. */
export const accountFreeze = pgTable(
  "account_freeze",
  {
    id: text("id").primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => member.id, withMember),
    cause: text("cause", { enum: freezeCauses }).notNull(),
    startedAt: moment("started_at").notNull(),
    until: moment("until").notNull(),
    /** When an operator ended it early. */
    endedAt: moment("ended_at"),
    stopped: jsonb("stopped").$type<StoppedByFreeze>().notNull(),
  },
  (t) => [index("account_freeze_member").on(t.memberId, t.startedAt), listed("account_freeze", "cause", freezeCauses)],
);
