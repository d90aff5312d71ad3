import { and, asc, eq, gt, gte, isNotNull, isNull, sql } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { memberPartner, partner, partnerLink, referral } from "../db/schema/affiliates.ts";
import { order } from "../db/schema/orders.ts";
import { hasSameMailbox } from "../db/sql/same-mailbox.ts";
import type { Promo } from "../market/rules/promo.ts";
import type { Context } from "../ports/context.ts";
import { clickDays, daysBefore } from "./rules/affiliate-policy.ts";
import { type Touch, touchTime } from "./rules/attribution.ts";

type Reader = Pick<Orm, "select">;
export type AffiliateSettings = { env: Pick<Context["env"], "AFFILIATES"> };

/** A code as it was typed, and when the site says it was first clicked. */
export type TypedTouch = { code: string | null; at: string | null };

/** What partners' codes look like: anything else is ignored before the database is asked. */
const codePattern = /^[A-Za-z0-9_-]{1,40}$/;
export const isPartnerCode = (typed: string) => codePattern.test(typed);

/** The partner of a link, whatever the case of its code; null for an unknown or deleted one, which is ignored. */
export async function touchOfLink(
  { env }: AffiliateSettings,
  reader: Reader,
  typed: TypedTouch | null,
  now: Date,
): Promise<Touch | null> {
  if (env.AFFILIATES === "off" || !typed?.code || !isPartnerCode(typed.code)) return null;
  const { code, at } = typed;
  const [linkRow] = await reader
    .select({ link: partnerLink, partner })
    .from(partnerLink)
    .innerJoin(partner, eq(partner.id, partnerLink.partnerId))
    .where(and(eq(sql`lower(${partnerLink.code})`, code.toLowerCase()), isNull(partnerLink.deletedAt)));
  return linkRow ? touch(linkRow.partner, linkRow.link.code, "link", touchTime(at, now)) : null;
}

/** The partner of a code that applies to an order. */
export async function touchOfPromo(
  { env }: AffiliateSettings,
  reader: Reader,
  promo: Pick<Promo, "code" | "partnerId"> | null,
  now: Date,
): Promise<Touch | null> {
  if (env.AFFILIATES === "off" || !promo?.partnerId) return null;
  const [partnerRow] = await reader.select().from(partner).where(eq(partner.id, promo.partnerId));
  return partnerRow ? touch(partnerRow, promo.code, "promo", now) : null;
}

/** The partner a member signed up with. */
export async function touchOfMember(
  { env }: AffiliateSettings,
  reader: Reader,
  memberId: string | null,
): Promise<Touch | null> {
  if (env.AFFILIATES === "off" || memberId === null) return null;
  const [boundRow] = await reader
    .select({ bound: memberPartner, partner })
    .from(memberPartner)
    .innerJoin(partner, eq(partner.id, memberPartner.partnerId))
    .where(eq(memberPartner.memberId, memberId));
  return boundRow ? touch(boundRow.partner, boundRow.bound.code, "member", boundRow.bound.boundAt) : null;
}

/**
 * How the first order came that the owner of this mailbox has paid as a guest, if it counts. An address that was only typed
 * would let a stranger choose whose partner a later member brings money to.
 */
export async function touchOfPaidOrder(
  { env }: AffiliateSettings,
  reader: Reader,
  email: string,
  now: Date,
): Promise<Touch | null> {
  if (env.AFFILIATES === "off") return null;
  const [referralRow] = await reader
    .select({ referral, partner })
    .from(order)
    .innerJoin(referral, eq(referral.orderRef, order.ref))
    .innerJoin(partner, eq(partner.id, referral.partnerId))
    .where(
      and(
        hasSameMailbox(email),
        isNotNull(order.emailProof),
        isNull(order.ownerId),
        gt(order.received, 0n),
        isNull(referral.reason),
        gte(referral.touchedAt, daysBefore(now, clickDays)),
      ),
    )
    .orderBy(asc(referral.touchedAt), asc(referral.id))
    .limit(1);
  return referralRow
    ? touch(referralRow.partner, referralRow.referral.code, referralRow.referral.way, referralRow.referral.touchedAt)
    : null;
}

function touch(
  { id, memberId, status }: typeof partner.$inferSelect,
  code: string,
  way: Touch["way"],
  touchedAt: Date,
): Touch {
  return { partnerId: id, memberId, isPaused: status === "paused", code, way, touchedAt };
}
