import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  confirmationMethods,
  withdrawalReasons,
  withdrawalSources,
  withdrawalStatuses,
} from "../../../contract/balance/withdrawal-lists.ts";
import { member } from "./accounts.ts";
import { minor, moment } from "./columns.ts";
import { listed, rule } from "./constraints.ts";

/** Money that a member takes out. What was asked for never changes; sending it is the work of a row of `outgoing`. */
export const withdrawal = pgTable(
  "withdrawal",
  {
    id: text("id").primaryKey(),
    /** Until the personal data of a closed account is erased: the money's history stays without its owner. */
    memberId: text("member_id").references(() => member.id, { onDelete: "set null" }),
    /** Sequence number among the member's withdrawals, from 1; set by a trigger, under the lock of the account. */
    number: integer("number").notNull().default(0),
    source: text("source", { enum: withdrawalSources }).notNull(),
    asset: text("asset").notNull(),
    rail: text("rail").notNull(),
    /** What leaves the wallet, minor units; `fee` of it is ours. */
    amount: minor("amount").notNull(),
    fee: minor("fee").notNull(),
    account: text("account").notNull(),
    memo: text("memo"),
    /** At the rates of the request, US cents: what counts against the day's limit. */
    worthUsd: minor("worth_usd").notNull(),
    status: text("status", { enum: withdrawalStatuses }).notNull(),
    reason: text("reason", { enum: withdrawalReasons }),
    confirmWith: text("confirm_with", { enum: confirmationMethods }).notNull(),
    /** Hash of the request's idempotency key and member: a request repeated after a crash makes no second row. */
    requestHash: text("request_hash").notNull(),
    /** The place that pays out had too little at the request: its money is held, and not yet set aside there. */
    awaitsCash: boolean("awaits_cash").notNull().default(false),
    /** It had been given back when its rail reported that it was sent. */
    sentLate: boolean("sent_late").notNull().default(false),
    /** When the address may be used. */
    usableAt: moment("usable_at").notNull(),
    confirmBy: moment("confirm_by").notNull(),
    confirmedAt: moment("confirmed_at"),
    approvedAt: moment("approved_at"),
    /** When an operator let it go on after a freeze of the account had caught it. */
    clearedAt: moment("cleared_at"),
    endedAt: moment("ended_at"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("withdrawal_request").on(t.requestHash),
    index("withdrawal_member").on(t.memberId, t.createdAt, t.id),
    index("withdrawal_ended").on(t.memberId, t.endedAt),
    uniqueIndex("withdrawal_number").on(t.memberId, t.number),
    index("withdrawal_completed").on(t.memberId, t.asset, t.account).where(sql`status = 'completed'`),
    index("withdrawal_open").on(t.status).where(sql`ended_at is null`),
    listed("withdrawal", "source", withdrawalSources),
    listed("withdrawal", "status", withdrawalStatuses),
    listed("withdrawal", "reason", withdrawalReasons),
    listed("withdrawal", "confirm_with", confirmationMethods),
    rule("withdrawal_amounts", "fee >= 0 and amount > fee and worth_usd >= 0"),
    rule("withdrawal_ended", "(status in ('completed', 'cancelled', 'rejected', 'failed')) = (ended_at is not null)"),
    rule(
      "withdrawal_confirmed",
      "confirmed_at is not null or status in ('requested', 'confirm_pending', 'cancelled', 'rejected')",
    ),
  ],
);
