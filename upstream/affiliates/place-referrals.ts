import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { partner, referral } from "../db/schema/affiliates.ts";
import type { order } from "../db/schema/orders.ts";
import type { Context } from "../ports/context.ts";
import { dayOf } from "../shared/rules/day-of.ts";
import { addToDay } from "./partner-days.ts";
import { isOwnOrder } from "./self-referral.ts";

type OrderRow = typeof order.$inferSelect;

const unplaced: ReadonlySet<OrderRow["status"]> = new Set(["draft", "cancelled", "expired"]);

/** Once an order that came to a partner is placed, the partner sees it, and whether it is the partner's own. */
export async function placeReferrals(
  { env }: Pick<Context, "env">,
  tx: Tx,
  { before, after, now }: { before: OrderRow; after: OrderRow; now: Date },
): Promise<void> {
  if (after.partner === null || before.status !== "draft" || unplaced.has(after.status)) return;
  const rows = await tx
    .select({ referral, memberId: partner.memberId })
    .from(referral)
    .innerJoin(partner, eq(partner.id, referral.partnerId))
    .where(eq(referral.orderRef, after.ref))
    .orderBy(referral.partnerId);
  for (const { referral: row, memberId } of rows) {
    const reason =
      row.reason ?? lostCode(row, after) ?? ((await isOwnOrder(tx, memberId, after)) ? "self_referral" : null);
    await tx.update(referral).set({ placedAt: now, reason }).where(eq(referral.id, row.id));
    const { partnerId, code } = row;
    const dayKey = { partnerId, day: dayOf(now), code, pairId: after.pairId, asset: env.AFFILIATE_ASSET };
    await addToDay(tx, dayKey, { orders: 1 });
  }
}

/** A code that the customer or the price did not qualify for in the end, or that others used up. */
const lostCode = ({ way }: Pick<typeof referral.$inferSelect, "way">, { promoCode }: OrderRow) =>
  way === "promo" && promoCode === null ? "code_not_applied" : null;
