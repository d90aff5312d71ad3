import type { ReferralReason, ReferralWay } from "../../../contract/affiliate/affiliate-lists.ts";
import { clickDays, daysBefore } from "./affiliate-policy.ts";

/** A link or code that led somebody here, and whose it is. */
export type Touch = {
  partnerId: string;
  /** The partner's own account; null once it is erased. */
  memberId: string | null;
  isPaused: boolean;
  code: string;
  way: ReferralWay;
  touchedAt: Date;
};

export type Attribution = Pick<Touch, "partnerId" | "code" | "way" | "touchedAt"> & { reason: ReferralReason | null };

/**
 * The published rule: whom an order came to. `bound`: the partner its member signed up with, who is always first; then
 * the link of the customer's first click, then a promo code of a partner. The first of them counts unless something speaks
 * against it; a later one of another partner never counts. One entry a partner, the one that may count first.
 */
export function attribute(
  touches: readonly (Touch | null)[],
  { ownerId, now }: { ownerId: string | null; now: Date },
): Attribution[] {
  const seen = new Set<string>();
  return touches.flatMap((touch) => {
    if (touch === null || seen.has(touch.partnerId)) return [];
    const reason = seen.size > 0 ? "other_partner_first" : faultOf(touch, ownerId, now);
    seen.add(touch.partnerId);
    const { partnerId, code, way, touchedAt } = touch;
    return [{ partnerId, code, way, touchedAt, reason }];
  });
}

function faultOf({ memberId, isPaused, way, touchedAt }: Touch, ownerId: string | null, now: Date) {
  if (ownerId !== null && memberId === ownerId) return "self_referral";
  if (isPaused) return "partner_paused";
  return way === "link" && isExpired(touchedAt, now) ? "expired_link" : null;
}

export const isExpired = (touchedAt: Date, now: Date) => touchedAt < daysBefore(now, clickDays);

/** The time of a click as the site tells it: one that is missing, unreadable or yet to come is now. */
export function touchTime(typed: string | null, now: Date): Date {
  const at = typed === null ? Number.NaN : Date.parse(typed);
  return at < now.getTime() ? new Date(at) : now;
}
