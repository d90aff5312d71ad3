import { and, eq, inArray } from "drizzle-orm";
import type { ReferralReason } from "../../contract/affiliate/affiliate-lists.ts";
import type { Tx } from "../db/database.ts";
import { reward } from "../db/schema/affiliates.ts";
import type { order } from "../db/schema/orders.ts";
import { available } from "../ledger/read.ts";
import { accounts, type Booking } from "../ledger/rules/booking.ts";
import { dayOf } from "../shared/rules/day-of.ts";
import { smaller } from "../shared/rules/smaller.ts";
import { countedIn } from "./accrue-rewards.ts";
import { addToBalance, lockBalance } from "./partner-balance.ts";
import { addToDay } from "./partner-days.ts";
import { givenBack, rewardVoided } from "./rules/reward-postings.ts";

type OrderRow = Pick<typeof order.$inferSelect, "ref" | "turnoverCents">;
type RewardRow = typeof reward.$inferSelect;

/**
 * Ends the rewards of an order that no longer counts, under the order's lock, and returns what to book. One that waits is
 * void; one that is ready is taken back as far as the partner's balance reaches, and the rest is the partner's debt. One
 * that has ended already stays as it is.
 */
export async function endRewards(tx: Tx, of: OrderRow, reason: ReferralReason, now: Date): Promise<Booking[]> {
  const rows = await tx
    .select()
    .from(reward)
    .where(and(eq(reward.orderRef, of.ref), inArray(reward.state, ["waiting", "ready"])))
    .orderBy(reward.partnerId, reward.level)
    .for("update");
  const bookings: Booking[] = [];
  for (const row of rows) {
    await lockBalance(tx, row);
    bookings.push(
      ...(row.state === "waiting" ? await voided(tx, row, reason, now) : await takenBack(tx, row, reason, now)),
    );
    const { counted = 0, turnoverCents = 0n } = countedIn(row, of);
    const lost = { counted: -counted, turnoverCents: -turnoverCents, lost: row.amount };
    const left = row.state === "waiting" ? { waiting: -row.amount } : { ready: -row.amount };
    await addToDay(tx, { ...row, day: dayOf(row.completedAt) }, { ...lost, ...left });
  }
  return bookings;
}

async function voided(tx: Tx, row: RewardRow, reason: ReferralReason, now: Date): Promise<Booking[]> {
  await tx.update(reward).set({ state: "void", reason, settledAt: now }).where(eq(reward.id, row.id));
  await addToBalance(tx, row, { waiting: -row.amount });
  return row.isBooked ? [rewardVoided(row)] : [];
}

async function takenBack(tx: Tx, row: RewardRow, reason: ReferralReason, now: Date): Promise<Booking[]> {
  const here = await available(tx, accounts.affiliate(row.partnerId, row.asset));
  const taken = smaller(here, row.amount);
  const owed = row.amount - taken;
  const ended = { state: "taken_back", reason, taken, owed, settledAt: now } as const;
  await tx.update(reward).set(ended).where(eq(reward.id, row.id));
  await addToBalance(tx, row, { debt: owed });
  return givenBack(row, "back", taken);
}
