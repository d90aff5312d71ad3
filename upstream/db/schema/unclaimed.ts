import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { outgoingStatuses } from "../../orders/rules/order-facts.ts";
import { minor, moment } from "./columns.ts";
import { listed, rule } from "./constraints.ts";
import { accountClosing } from "./ledger.ts";
import { order } from "./orders.ts";
import { deposit } from "./wallets.ts";
import { withdrawal } from "./withdrawals.ts";

/**
 * Money that no wallet and no order has, on its way to an account that an operator has named. Where it goes never changes; sending it is
 * the work of a row of `outgoing` with the same id. One attempt each: what was not sent can be asked for again.
 */
export const unclaimedPayout = pgTable(
  "unclaimed_payout",
  {
    id: text("id").primaryKey(),
    // What the money came from: one of these.
    orderRef: text("order_ref").references(() => order.ref),
    depositId: text("deposit_id").references(() => deposit.id),
    /** The member whose account was closed. */
    closingId: text("closing_id").references(() => accountClosing.memberId),
    withdrawalId: text("withdrawal_id").references(() => withdrawal.id),
    rail: text("rail").notNull(),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    account: text("account").notNull(),
    memo: text("memo"),
    status: text("status", { enum: outgoingStatuses }).notNull(),
    createdAt: moment("created_at").notNull(),
    endedAt: moment("ended_at"),
  },
  (t) => [
    uniqueIndex("unclaimed_payout_one")
      .on(sql`coalesce(order_ref, deposit_id, closing_id, withdrawal_id)`, t.asset)
      .where(sql`status = 'sending'`),
    index("unclaimed_payout_origin").on(sql`coalesce(order_ref, deposit_id, closing_id, withdrawal_id)`),
    listed("unclaimed_payout", "status", outgoingStatuses),
    rule("unclaimed_payout_origin", "num_nonnulls(order_ref, deposit_id, closing_id, withdrawal_id) = 1"),
    rule("unclaimed_payout_amount", "amount > 0"),
    rule("unclaimed_payout_ended", "(status = 'sending') = (ended_at is null)"),
  ],
);
