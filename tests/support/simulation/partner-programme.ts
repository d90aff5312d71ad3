import { eq } from "drizzle-orm";
import { bindMember } from "../../../upstream/affiliates/bind-member.ts";
import { joinProgramme, linksOf } from "../../../upstream/affiliates/partners.ts";
import { partner as partnerTable } from "../../../upstream/db/schema/affiliates.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { chance } from "./chance.ts";
import type { Member } from "./members.ts";

/** Money that left the rewards, as the service has answered: minor units. `isReviewed`: an operator looks at it first. */
export type Payout = {
  amount: bigint;
  askedAt: Date;
  isReviewed: boolean;
  state: "paid" | "waiting" | "refused";
  decidedAt: Date | null;
};

/** A partner, with what the simulated operator has decided and the service has answered. */
export type Partner = {
  id: string;
  code: string;
  member: Member;
  /** Who brought the partner: the second level. */
  parent: Partner | null;
  pauses: { from: Date; to: Date | null }[];
  /** The agreed rates, the newest last; null for that of the tier. */
  rates: { from: Date; bps: number | null }[];
  payouts: Payout[];
};

/** Everybody in the programme. */
export type Programme = {
  partners: Partner[];
  /** The partner a member signed up with, by the member's id. */
  bound: Map<string, Partner>;
  /** When the operator marked an order as fraud, by its number. */
  flags: Map<string, Date>;
};

export const rewardAsset = "usdt-trc20";
/** Whole coins: payouts beyond this in a day are looked at. */
export const reviewAbove = 15n;

/** High rates and low tiers, for the few orders of one world. Dollars of turnover, basis points of our profit. */
export const tiers = [
  { tier: "starter", fromCents: 0n, bps: 6000 },
  { tier: "advanced", fromCents: 300_00n, bps: 7000 },
  { tier: "expert", fromCents: 1500_00n, bps: 8000 },
] as const;
export const secondLevelBps = 2000;

export const programmeSettings = {
  AFFILIATE_TIERS: tiers
    .map(({ tier, fromCents, bps }) => `${tier}:${fromCents / 100n}/${bps / 100}/${secondLevelBps / 100}`)
    .join(","),
  AFFILIATE_ASSET: rewardAsset,
  AFFILIATE_REVIEW_ABOVE: String(reviewAbove),
};

/** So few that some have enough to be paid out. */
const mostlyPartners = 3;

/** Most members come by the link of an earlier one, and most join. Signing up and its codes have tests of their own. */
export async function openProgramme(ctx: Context, seed: number, members: readonly Member[]): Promise<Programme> {
  const programme: Programme = { partners: [], bound: new Map(), flags: new Map() };
  const now = ctx.clock.now();
  for (const member of members) {
    const luck = chance(seed, "joining", member.number);
    const { id, email } = member;
    const latest = programme.partners.slice(luck.percent(60) ? -1 : 0);
    const brought = latest.length > 0 && luck.percent(85) ? luck.pick(latest) : null;
    if (brought) {
      const click = { code: brought.code, at: null };
      await ctx.db.transaction((tx) => bindMember(ctx, tx, { id, email, click }, now));
      programme.bound.set(id, brought);
    }
    if (luck.percent(member.number <= mostlyPartners ? 90 : 15))
      programme.partners.push(await join(ctx, member, brought));
  }
  return programme;
}

async function join(ctx: Context, member: Member, parent: Partner | null): Promise<Partner> {
  const { id, parentId } = await joinProgramme(ctx, member.id, ctx.clock.now());
  if (parentId !== (parent?.id ?? null)) throw new Error(`${member.email} joined below another partner`);
  const [main] = await linksOf(ctx.db.orm, id);
  return { id, code: main?.code ?? "", member, parent, pauses: [], rates: [], payouts: [] };
}

export const isPaused = ({ pauses }: Partner, at: Date) =>
  pauses.some(({ from, to }) => from <= at && (to === null || at < to));

/** The rate agreed at a time; null for that of the tier. */
export const agreedRate = ({ rates }: Partner, at: Date) => rates.findLast(({ from }) => from <= at)?.bps ?? null;

/** Whether the service says of a partner what was set. */
export async function isAsSet({ db, clock }: Context, of: Partner): Promise<boolean> {
  const [row] = await db.orm.select().from(partnerTable).where(eq(partnerTable.id, of.id));
  const now = clock.now();
  return row?.status === (isPaused(of, now) ? "paused" : "active") && row.rateBps === agreedRate(of, now);
}
