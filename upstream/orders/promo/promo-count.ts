import { eq, sql } from "drizzle-orm";
import type { OrderStatus } from "../../../contract/order/order-states.ts";
import type { Tx } from "../../db/database.ts";
import { promo, promoUse } from "../../db/schema/market.ts";
import { customerFault } from "../../market/rules/promo.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import type { OrderRow } from "../order-facts-query.ts";
import { promoCustomer } from "./promo-customer.ts";

/** The columns of an order that matter to its promo code, before and after a decision. */
type Change = { before: OrderRow; after: { status: OrderStatus; promoCode: string | null }; now: Date };

/**
 * Counts one use of a code when its order becomes binding, and returns it when the order ends unpaid or loses the code.
 * Refuses with `quote_expired` when others took the last use meanwhile: the new quote comes without it. An order paid
 * after it ended unpaid keeps its code and counts again, whatever is left.
 */
export async function countPromo(tx: Tx, { before, after, now }: Change): Promise<Refusal | undefined> {
  const { promoCode: code, ref } = before;
  if (code === null || !(await isCounted(tx, before, code))) return undefined;
  if (before.status === "draft" && after.status === "awaiting_payment") return countUse(tx, before, code, now);
  const isOver = after.status === "expired" || after.status === "cancelled" || after.promoCode === null;
  if (isOver) await releaseUse(tx, ref, code);
  else if (after.status === "confirming" || after.status === "processing") await insertUse(tx, ref, code, now);
  return undefined;
}

/** The code of a partner's link is typed instead of clicked, and has no uses to count. */
async function isCounted(tx: Tx, { promoTerms }: OrderRow, code: string): Promise<boolean> {
  if (promoTerms?.kind !== "partner_bind") return true;
  const [row] = await tx.select({ code: promo.code }).from(promo).where(eq(promo.code, code));
  return row !== undefined;
}

/** Locks the code, so that only one of two concurrent orders gets the last use. */
async function countUse(tx: Tx, order: OrderRow, code: string, now: Date): Promise<Refusal | undefined> {
  const [row] = await tx.select().from(promo).where(eq(promo.code, code)).for("no key update");
  if (!row) return refuse("quote_expired");
  const isUsedUp = row.usesLeft !== null && row.usesLeft <= 0;
  const fault = customerFault(row, await promoCustomer(tx, row, order));
  if (isUsedUp || fault !== null) return refuse("quote_expired");
  await insertUse(tx, order.ref, code, now);
  return undefined;
}

async function insertUse(tx: Tx, orderRef: string, code: string, at: Date): Promise<void> {
  const used = await tx.insert(promoUse).values({ orderRef, code, at }).onConflictDoNothing().returning();
  if (used.length > 0) await changeUsesLeft(tx, code, -1);
}

async function releaseUse(tx: Tx, orderRef: string, code: string): Promise<void> {
  const released = await tx.delete(promoUse).where(eq(promoUse.orderRef, orderRef)).returning();
  if (released.length > 0) await changeUsesLeft(tx, code, 1);
}

/** A code without a limit stays without one: null plus one is null. */
async function changeUsesLeft(tx: Tx, code: string, by: 1 | -1): Promise<void> {
  await tx
    .update(promo)
    .set({ usesLeft: sql`${promo.usesLeft} + ${by}` })
    .where(eq(promo.code, code));
}
