import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { partnerDay } from "../db/schema/partner-sums.ts";

export type DayKey = Pick<typeof partnerDay.$inferSelect, "partnerId" | "day" | "code" | "pairId" | "asset">;
type Sums = Omit<typeof partnerDay.$inferInsert, keyof DayKey>;

/**
 * Adds to the sums of a day, in the transaction of what they count; a trigger adds the same to those that pages read.
 * Below zero takes away what was added before.
 */
export async function addToDay(tx: Pick<Tx, "insert" | "update">, dayKey: DayKey, sums: Sums): Promise<void> {
  const { partnerId, day, code, pairId, asset } = dayKey;
  await tx.insert(partnerDay).values({ partnerId, day, code, pairId, asset }).onConflictDoNothing();
  const { visits, signups, orders, counted, turnoverCents, waiting, ready, lost } = partnerDay;
  await tx
    .update(partnerDay)
    .set({
      visits: sql`${visits} + ${sums.visits ?? 0}`,
      signups: sql`${signups} + ${sums.signups ?? 0}`,
      orders: sql`${orders} + ${sums.orders ?? 0}`,
      counted: sql`${counted} + ${sums.counted ?? 0}`,
      turnoverCents: sql`${turnoverCents} + ${sums.turnoverCents ?? 0n}`,
      waiting: sql`${waiting} + ${sums.waiting ?? 0n}`,
      ready: sql`${ready} + ${sums.ready ?? 0n}`,
      lost: sql`${lost} + ${sums.lost ?? 0n}`,
    })
    .where(
      and(
        eq(partnerDay.partnerId, partnerId),
        eq(partnerDay.day, day),
        eq(partnerDay.code, code),
        eq(partnerDay.pairId, pairId),
        eq(partnerDay.asset, asset),
      ),
    );
}
