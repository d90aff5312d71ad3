import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { movementKinds, movementStates, outgoingAlarms, outgoingStatuses } from "../../orders/rules/order-facts.ts";
import { minor, moment } from "./columns.ts";
import { listed, rule } from "./constraints.ts";
import { order } from "./orders.ts";
import { payoutClearance } from "./payout-clearance.ts";
import { withdrawal } from "./withdrawals.ts";

/**
 * An outgoing transfer: an order's payout or refund, a member's withdrawal, or a sweep of our own. One row per attempt; the
 * rail knows it by `id`.
 */
export const outgoing = pgTable(
  "outgoing",
  {
    /** What the policy has answered for it comes first. */
    id: text("id")
      .primaryKey()
      .references(() => payoutClearance.id),
    /** Of payouts and refunds. */
    orderRef: text("order_ref").references(() => order.ref),
    /** Of withdrawals. */
    withdrawalId: text("withdrawal_id").references(() => withdrawal.id),
    kind: text("kind", { enum: movementKinds }).notNull(),
    attempt: integer("attempt").notNull(),
    rail: text("rail").notNull(),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    fee: minor("fee").notNull(),
    account: text("account").notNull(),
    memo: text("memo"),
    status: text("status", { enum: outgoingStatuses }).notNull(),
    /** The pending transfers it settles or voids. */
    transferId: text("transfer_id").notNull(),
    feeTransferId: text("fee_transfer_id"),
    railTxId: text("rail_tx_id"),
    alarm: text("alarm", { enum: outgoingAlarms }),
    otherTxId: text("other_tx_id"),
    createdAt: moment("created_at").notNull(),
    settledAt: moment("settled_at"),
  },
  (t) => [
    uniqueIndex("outgoing_attempt").on(t.orderRef, t.kind, t.attempt),
    uniqueIndex("outgoing_withdrawal").on(t.withdrawalId, t.attempt).where(sql`withdrawal_id is not null`),
    uniqueIndex("outgoing_one_sweep").on(t.rail, t.asset).where(sql`kind = 'sweep' and status = 'sending'`),
    index("outgoing_swept_to").on(t.account).where(sql`kind = \'sweep\'`),
    index("outgoing_sending").on(t.createdAt).where(sql`status = 'sending'`),
    index("outgoing_settled").on(t.settledAt).where(sql`settled_at is not null`),
    index("outgoing_failed").on(t.settledAt).where(sql`status = 'failed'`),
    // Addresses that agree at both ends, whatever is between.
    index("outgoing_ends").on(t.asset, sql`lower(left(account, 6))`, sql`lower(right(account, 4))`),
    listed("outgoing", "kind", movementKinds),
    rule(
      "outgoing_owner",
      "(kind in ('payout', 'refund')) = (order_ref is not null) and (kind = 'withdrawal') = (withdrawal_id is not null)",
    ),
    listed("outgoing", "status", outgoingStatuses),
    listed("outgoing", "alarm", outgoingAlarms),
    rule("outgoing_amounts", "amount > 0 and fee >= 0 and attempt > 0 and (fee > 0) = (fee_transfer_id is not null)"),
    rule("outgoing_settled", "(status = 'sending') = (settled_at is null)"),
    // A returned one may have come back before the rail named its transaction.
    rule("outgoing_transaction", "status <> 'sent' or rail_tx_id is not null"),
    rule("outgoing_other_transaction", "alarm is distinct from 'other_transaction' or other_tx_id is not null"),
  ],
);

/**
 * How far the payout guard is with a movement; a trigger makes the row with that of `outgoing`, and keeps `state` in step with
 * the owner's `status`. See docs/decisions/162.
 */
export const payoutGuard = pgTable(
  "payout_guard",
  {
    outgoingId: text("outgoing_id")
      .primaryKey()
      .references(() => outgoing.id),
    /**
     * What counts against which caps, as in `outgoing`: here too, so that the usage of a day is read from one index. Null of a
     * sweep, which no cap is about.
     */
    capRail: text("cap_rail"),
    capAsset: text("cap_asset"),
    capAmount: minor("cap_amount"),
    state: text("state", { enum: movementStates }).notNull().default("waiting"),
    /** Why it waits or is held. */
    why: text("why"),
    /** What the rail prepared; sent unchanged, however often. */
    plan: text("plan"),
    /** Operators who approved what needs a second pair of eyes. */
    approvedBy: text("approved_by").array(),
    /** When it passed the caps, then when it left: the caps are computed from this and the state. */
    approvedAt: moment("approved_at"),
    stateAt: moment("state_at"),
    /**
     * When its rail is asked again: of what is being sent, at once where it is null; of what is settled, as long as its network
     * may take it back.
     */
    nextReadAt: moment("next_read_at"),
  },
  (t) => [
    index("payout_guard_reads")
      .on(t.nextReadAt)
      .where(sql`state = 'broadcast' or (state = 'settled' and next_read_at is not null)`),
    index("payout_guard_caps").on(t.capRail, t.capAsset, t.approvedAt).where(sql`cap_rail is not null`),
    index("payout_guard_open")
      .on(t.state)
      .where(sql`state in ('waiting', 'held', 'approved', 'prepared', 'broadcast')`),
    listed("payout_guard", "state", movementStates),
    rule("payout_guard_cap", "num_nulls(cap_rail, cap_asset, cap_amount) in (0, 3)"),
    rule("payout_guard_plan", "plan is not null or state not in ('prepared', 'broadcast')"),
    rule("payout_guard_approval", "approved_at is not null or state not in ('approved', 'prepared', 'broadcast')"),
  ],
);
