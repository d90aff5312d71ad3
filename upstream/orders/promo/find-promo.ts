import { eq } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { promo } from "../../db/schema/market.ts";
import { type Promo, promoCode } from "../../domain/pricing/promo.ts";

/** Not cached: the number of uses left changes. */
export async function findPromo(reader: Pick<Orm, "select">, typed: string): Promise<Promo | undefined> {
  const [row] = await reader
    .select()
    .from(promo)
    .where(eq(promo.code, promoCode(typed)));
  return row;
}
