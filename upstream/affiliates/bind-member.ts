import { and, eq, isNotNull } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { memberPartner, partner } from "../db/schema/affiliates.ts";
import type { Context } from "../ports/context.ts";
import { dayOf } from "../shared/rules/day-of.ts";
import { type TypedTouch, touchOfLink, touchOfPaidOrder } from "./find-touch.ts";
import { addToDay } from "./partner-days.ts";
import { isExpired, type Touch } from "./rules/attribution.ts";

/**
 * Binds a new member to the partner who brought them, once and for good: by the clicked link, or by the first order that
 * they have paid as a guest, whichever was earlier. Not where the touch is too old, the partner is paused, or the partner
 * is the member, or was brought by the member, directly or not: nobody is on both sides.
 */
export async function bindMember(
  ctx: { env: Pick<Context["env"], "AFFILIATES" | "AFFILIATE_ASSET"> },
  tx: Tx,
  { id: memberId, email, click }: { id: string; email: string; click: TypedTouch | null },
  now: Date,
): Promise<void> {
  const touches = [await touchOfLink(ctx, tx, click, now), await touchOfPaidOrder(ctx, tx, email, now)];
  const touch = touches
    .flatMap((candidate) => (candidate === null || isExpired(candidate.touchedAt, now) ? [] : [candidate]))
    .reduce<Touch | null>(
      (first, candidate) => (first && first.touchedAt <= candidate.touchedAt ? first : candidate),
      null,
    );
  if (touch === null || touch.isPaused || touch.memberId === memberId) return;
  if (await isBroughtBy(tx, touch.partnerId, memberId)) return;
  const { partnerId, code, way } = touch;
  const bound = { memberId, partnerId, code, way, boundAt: now };
  const [insertedRow] = await tx.insert(memberPartner).values(bound).onConflictDoNothing().returning();
  if (!insertedRow) return;
  const dayKey = { partnerId, day: dayOf(now), code, pairId: "", asset: ctx.env.AFFILIATE_ASSET };
  await addToDay(tx, dayKey, { signups: 1 });
}

async function isBroughtBy(tx: Tx, partnerId: string, memberId: string): Promise<boolean> {
  const seen = new Set<string>();
  for (let id: string | null = partnerId; id !== null && !seen.has(id); ) {
    seen.add(id);
    const [row] = await tx.select().from(partner).where(eq(partner.id, id));
    if (row?.memberId === memberId) return true;
    id = row?.parentId ?? null;
  }
  return false;
}

/** The partner a member signed up with, who becomes the parent when the member joins the programme. */
export async function partnerBefore(tx: Tx, memberId: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: partner.id })
    .from(memberPartner)
    .innerJoin(partner, eq(partner.id, memberPartner.partnerId))
    .where(and(eq(memberPartner.memberId, memberId), isNotNull(partner.memberId)));
  return row?.id ?? null;
}
