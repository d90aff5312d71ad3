import { and, eq, gt, sql } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { partnerDay } from "../db/schema/affiliates.ts";
import { turnoverMs } from "../domain/pricing/loyalty.ts";
import { dayOf } from "./partner-days.ts";

/** Of counted orders in twelve months, US cents: what decides the tier. */
export async function partnerTurnover(reader: Pick<Orm, "select">, partnerId: string, now: Date): Promise<bigint> {
  const since = dayOf(new Date(now.getTime() - turnoverMs));
  const [row] = await reader
    .select({ cents: sql<string>`coalesce(sum(${partnerDay.turnoverCents}), 0)::text` })
    .from(partnerDay)
    .where(and(eq(partnerDay.partnerId, partnerId), gt(partnerDay.day, since)));
  return BigInt(row?.cents ?? 0);
}
