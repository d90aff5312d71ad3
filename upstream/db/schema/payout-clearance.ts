import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import {
  moneySources,
  type PayoutRule,
  payoutCauses,
  payoutDestinations,
  payoutNotices,
  payoutProofs,
  payoutRules,
  policyRow,
  secondPersonNeeds,
} from "../../payouts/rules/payout-policy.ts";
import { minor, moment } from "./columns.ts";
import { rule } from "./constraints.ts";

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ");

/** The policy as a condition, which leaves no other values either: each row of `payout_clearance` fits the row of the policy that it names. */
const fitsPolicy = payoutRules
  .map((name) => {
    const { source, destination, causedBy, proof, wait, limit, secondPerson, notice } = policyRow(name);
    const needs = secondPerson === "unusual" ? ["none", "by_amount"] : [secondPerson];
    return [
      `(rule = '${name}' and source in (${quoted(source)}) and destination = '${destination}'`,
      `caused_by in (${quoted(causedBy)}) and proof in (${quoted(proof)})`,
      `second_person in (${quoted(needs)}) and notice = '${notice}'`,
      `usable_at is ${wait === "none" ? "" : "not "}null and limit_day is ${limit === "none" ? "" : "not "}null)`,
    ].join(" and ");
  })
  .join(" or ");

/**
 * What the policy of payouts has answered for a movement, from the facts of that moment. Append-only. No movement can be inserted
 * without one: `outgoing` refers to it by its id.
 */
export const payoutClearance = pgTable(
  "payout_clearance",
  {
    /** The movement's. */
    id: text("id").primaryKey(),
    rule: text("rule", { enum: payoutRules as [PayoutRule] }).notNull(),
    source: text("source", { enum: moneySources }).notNull(),
    destination: text("destination", { enum: payoutDestinations }).notNull(),
    causedBy: text("caused_by", { enum: payoutCauses }).notNull(),
    proof: text("proof", { enum: payoutProofs }).notNull(),
    /** Whose wallet it leaves. */
    memberId: text("member_id"),
    /** A hash of rail and account, of what leaves a wallet. */
    destinationKey: text("destination_key"),
    /** US cents, of what leaves a wallet. */
    worthUsd: minor("worth_usd"),
    /** Since when a new account may be used. */
    usableAt: moment("usable_at"),
    /** The member's limit of the day and what was used of it, with this movement; US cents. */
    limitDay: minor("limit_day"),
    limitUsed: minor("limit_used"),
    secondPerson: text("second_person", { enum: secondPersonNeeds }).notNull(),
    notice: text("notice", { enum: payoutNotices }).notNull(),
    decidedAt: moment("decided_at").notNull(),
  },
  (t) => [
    index("payout_clearance_member").on(t.memberId, t.decidedAt).where(sql`member_id is not null`),
    index("payout_clearance_destination").on(t.destinationKey, t.decidedAt).where(sql`destination_key is not null`),
    rule("payout_clearance_policy", fitsPolicy),
    rule("payout_clearance_wait", "usable_at is null or usable_at <= decided_at"),
    rule("payout_clearance_limit", "limit_used is null or limit_used <= limit_day or second_person = 'by_amount'"),
    rule(
      "payout_clearance_usage",
      "limit_day is null or (limit_used is not null and member_id is not null and destination_key is not null and worth_usd is not null)",
    ),
  ],
);
