import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { OrderStatus } from "../../contract/order-states.ts";
import type { Tx } from "../db/database.ts";
import { promo } from "../db/schema/market.ts";
import { type Refusal, refuse } from "../domain/refusal.ts";
import type { OrderRow } from "./load.ts";

/**
 * A code is used up by the order that becomes binding, and given back by one that ends without a payment. Refuses
 * with `quote_expired` when others took the last use: the new quote comes without it.
 */
export async function countPromo(tx: Tx, before: OrderRow, target: OrderStatus): Promise<Refusal | undefined> {
  const { promoCode, status } = before;
  if (promoCode === null) return undefined;
  if (status === "draft" && target === "awaiting_payment") return take(tx, promoCode);
  const isUnpaid = status === "awaiting_payment" || status === "payment_reported";
  if (isUnpaid && (target === "expired" || target === "cancelled")) await count(tx, promoCode, 1);
  return undefined;
}

async function take(tx: Tx, code: string): Promise<Refusal | undefined> {
  const [row] = await tx.select().from(promo).where(eq(promo.code, code));
  if (!row || row.usesLeft === null) return undefined;
  const taken = await count(tx, code, -1);
  return taken ? undefined : refuse("quote_expired");
}

async function count(tx: Tx, code: string, change: 1 | -1): Promise<boolean> {
  const isLeft = change === 1 ? isNotNull(promo.usesLeft) : gt(promo.usesLeft, 0);
  const changed = await tx
    .update(promo)
    .set({ usesLeft: sql`${promo.usesLeft} + ${change}` })
    .where(and(eq(promo.code, code), isLeft))
    .returning({ code: promo.code });
  return changed.length > 0;
}
