import { sql } from "drizzle-orm";
import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";
import { confirmationProofs, destinationKinds, destinationSources } from "../../payouts/rules/destination.ts";
import { minor, moment } from "./columns.ts";
import { listed, rule } from "./constraints.ts";
import { order } from "./orders.ts";
import { unclaimedPayout } from "./unclaimed.ts";
import { withdrawal } from "./withdrawals.ts";

/**
 * Where outgoing money may go, as it was confirmed. Append-only: a trigger refuses every change but that `account` and `memo`
 * are erased with the personal data of an order or account. The newest row of a kind counts.
 */
export const payoutDestination = pgTable(
  "payout_destination",
  {
    seq: bigint("seq", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    orderRef: text("order_ref").references(() => order.ref),
    withdrawalId: text("withdrawal_id").references(() => withdrawal.id),
    unclaimedPayoutId: text("unclaimed_payout_id").references(() => unclaimedPayout.id),
    kind: text("kind", { enum: destinationKinds }).notNull(),
    asset: text("asset").notNull(),
    /** What arrives, minor units; null where the order's terms decide it. */
    amount: minor("amount"),
    account: text("account").notNull(),
    memo: text("memo"),
    confirmedBy: text("confirmed_by", { enum: destinationSources }).notNull(),
    proof: text("proof", { enum: confirmationProofs }).notNull(),
    /** The operator, where one has named it. */
    actor: text("actor"),
    at: moment("at").notNull(),
  },
  (t) => [
    index("payout_destination_order").on(t.orderRef, t.kind, t.seq).where(sql`order_ref is not null`),
    index("payout_destination_withdrawal").on(t.withdrawalId, t.seq).where(sql`withdrawal_id is not null`),
    index("payout_destination_unclaimed").on(t.unclaimedPayoutId, t.seq).where(sql`unclaimed_payout_id is not null`),
    listed("payout_destination", "kind", destinationKinds),
    listed("payout_destination", "confirmed_by", destinationSources),
    listed("payout_destination", "proof", confirmationProofs),
    rule(
      "payout_destination_owner",
      "(kind = 'withdrawal') = (withdrawal_id is not null) and (kind = 'unclaimed_payout') = (unclaimed_payout_id is not null) and num_nonnulls(order_ref, withdrawal_id, unclaimed_payout_id) = 1",
    ),
    rule(
      "payout_destination_amount",
      "(amount is null or amount > 0) and (kind not in ('withdrawal', 'unclaimed_payout') or amount is not null)",
    ),
    rule("payout_destination_actor", "(confirmed_by = 'operator') = (actor is not null)"),
  ],
);
