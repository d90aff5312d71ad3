import { sql } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { turnoverMs } from "../market/rules/loyalty.ts";
import { dayOf } from "../shared/rules/day-of.ts";
import { sumsOf } from "./partner-sums.ts";

const dayMs = 86_400_000;

/** Of counted orders in twelve months, US cents: what decides the tier. */
export async function partnerTurnover(reader: Pick<Orm, "select">, partnerId: string, now: Date): Promise<bigint> {
  const year = { from: dayOf(new Date(now.getTime() - turnoverMs + dayMs)), to: dayOf(now) };
  const rows = sumsOf(reader, { partnerId, groupedBy: "all" }, year);
  const [row] = await reader.select({ cents: sql<string>`coalesce(sum(${rows.turnoverCents}), 0)::text` }).from(rows);
  return BigInt(row?.cents ?? 0);
}
