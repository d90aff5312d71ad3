import type { ReferralReason, ReferralWay } from "../../../contract/affiliate/affiliate-lists.ts";
import type { Chance } from "./chance.ts";
import type { Member } from "./members.ts";
import { isPaused, type Partner, type Programme } from "./partner-programme.ts";

const dayMs = 86_400_000;
const clickMs = 90 * dayMs;

/** How a customer came. */
export type Arrival = {
  owner: Member | null;
  /** A partner's link; `at`: when it was first clicked, null for now. */
  link: { partner: Partner; at: Date | null } | null;
  /** A partner's promo code that applied to the first price. */
  promoOf: Partner | null;
  /** The order had a promo code when it was placed. */
  hasKeptPromo: boolean;
  /** The partner whose address or mailbox the order uses. */
  isOwnOf: Partner | null;
  draftedAt: Date;
};

type Coming = { owner: Member | null; luck: Chance };

/** Many guests come by a partner's link, some long after their first click; a few are the partner in disguise. */
export function arrive({ partners }: Programme, { owner, luck }: Coming, now: Date): Arrival {
  const came = { owner, promoOf: null, hasKeptPromo: false, isOwnOf: null, draftedAt: now };
  if (partners.length === 0 || !luck.percent(owner === null ? 70 : 30)) return { ...came, link: null };
  const partner = luck.pick(partners);
  const days = luck.weighed([
    [70, null],
    [22, luck.between(1, 89)],
    [8, luck.between(91, 200)],
  ] as const);
  const at = days === null ? null : new Date(now.getTime() - days * dayMs);
  return { ...came, link: { partner, at }, isOwnOf: owner === null && luck.percent(10) ? partner : null };
}

export function typedLink({ link }: Arrival) {
  return link === null ? {} : { partner: link.partner.code, partner_at: link.at?.toISOString() ?? null };
}

/** What has become of the order. Times are null until then. */
export type Course = { placedAt: Date | null; completedAt: Date | null; flaggedAt: Date | null };

export type Expected = { partner: Partner; way: ReferralWay; reason: ReferralReason | null };

/** To which partners an order came by the published rule, the one it may count for first; without what depends on profit. */
export function expectedReferrals({ bound }: Programme, came: Arrival, course: Course): Expected[] {
  const { owner, link, promoOf } = came;
  const signedUpWith = owner === null ? undefined : bound.get(owner.id);
  const touches: { partner: Partner; way: ReferralWay }[] = [
    ...(signedUpWith ? [{ partner: signedUpWith, way: "member" as const }] : []),
    ...(link ? [{ partner: link.partner, way: "link" as const }] : []),
    ...(promoOf ? [{ partner: promoOf, way: "promo" as const }] : []),
  ];
  const first = touches.filter((touch, at) => touches.findIndex(({ partner }) => partner === touch.partner) === at);
  return first.map((touch, at) => ({
    ...touch,
    reason: at > 0 ? "other_partner_first" : reasonOf(touch, came, course),
  }));
}

function reasonOf({ partner, way }: Omit<Expected, "reason">, came: Arrival, course: Course): ReferralReason | null {
  const { placedAt, completedAt, flaggedAt } = course;
  if (flaggedAt !== null) return "fraud";
  if (came.owner === partner.member) return "self_referral";
  if (isPaused(partner, came.draftedAt)) return "partner_paused";
  if (way === "link" && (came.link?.at ?? came.draftedAt).getTime() < came.draftedAt.getTime() - clickMs)
    return "expired_link";
  if (placedAt === null) return null;
  if (way === "promo" && !came.hasKeptPromo) return "code_not_applied";
  if (came.isOwnOf === partner) return "self_referral";
  return completedAt !== null && isPaused(partner, completedAt) ? "partner_paused" : null;
}

/** The partner who is rewarded on the second level, when the first one is. */
export function secondLevelOf({ parent }: Partner, { owner, isOwnOf }: Arrival, completedAt: Date): Partner | null {
  if (parent === null || isPaused(parent, completedAt)) return null;
  return parent.member === owner || parent === isOwnOf ? null : parent;
}
