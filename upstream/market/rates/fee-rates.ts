import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import type { Orm, Tx } from "../../db/database.ts";
import { setting } from "../../db/schema/service.ts";

/** What one unit of an asset is worth in another, decimal text, and since when. */
const feeRate = z.object({ rate: z.string(), in: z.string(), at: z.string() });
export type FeeRate = z.infer<typeof feeRate>;
const stored = z.record(z.string(), feeRate);

export const feeRatesSetting = "fee_rates";

/** Rates of assets that only pay network fees and are in no pair. Reports are valued by them; nothing is sold by them. */
export async function readFeeRates(reader: Pick<Orm, "select">): Promise<Readonly<Record<string, FeeRate>>> {
  const [row] = await reader.select().from(setting).where(eq(setting.name, feeRatesSetting));
  return row ? stored.parse(row.value) : {};
}

/** Returns the previous one. */
export async function setFeeRate(tx: Tx, asset: string, next: FeeRate, now: Date): Promise<FeeRate | null> {
  await tx.insert(setting).values({ name: feeRatesSetting, value: {}, updatedAt: now }).onConflictDoNothing();
  const [row] = await tx.select().from(setting).where(eq(setting.name, feeRatesSetting)).for("update");
  const before = stored.parse(row?.value);
  await tx
    .update(setting)
    .set({ value: { ...before, [asset]: next }, updatedAt: now })
    .where(eq(setting.name, feeRatesSetting));
  return before[asset] ?? null;
}
