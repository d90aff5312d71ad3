import { z } from "zod/v4";
import { referralReasons, referralWays, rewardStates } from "../../../contract/affiliate/affiliate-lists.ts";
import type { PayinMethod } from "../../../contract/order/order-states.ts";
import type { Database } from "../../../upstream/db/database.ts";
import { type Arrival, expectedReferrals, secondLevelOf } from "./attribution-model.ts";
import { byRef, type OrderCourse } from "./order-courses.ts";
import { agreedRate, type Partner, type Programme, secondLevelBps, tiers } from "./partner-programme.ts";

const minor = z.string().transform((text) => BigInt(text));
const rewardRow = z.object({
  id: z.string(),
  ref: z.string(),
  level: z.number(),
  partnerId: z.string(),
  state: z.enum(rewardStates),
  profit: minor,
  base: minor,
  rateBps: z.number(),
  amount: minor,
  taken: minor,
  owed: minor,
  readyAt: z.coerce.date(),
});
export type Reward = z.infer<typeof rewardRow>;
const referralRow = z.object({
  ref: z.string(),
  partnerId: z.string(),
  way: z.enum(referralWays),
  reason: z.enum(referralReasons).nullable(),
});

const rewards = `select id, order_ref as ref, level, partner_id as "partnerId", state, profit::text, base::text,
    rate_bps as "rateBps", amount::text, taken::text, owed::text, ready_at as "readyAt" from reward order by id`;
const referrals = `select order_ref as ref, partner_id as "partnerId", way, reason from referral where placed_at is not null`;

/** How long a payment of each kind can be disputed. */
const windowDays: Record<PayinMethod, number> = {
  balance: 1,
  crypto_address: 1,
  hosted_gateway: 14,
  paypal_invoice: 14,
  paypal_transfer: 14,
};
const dayMs = 86_400_000;

type Facts = {
  programme: Programme;
  arrivals: ReadonlyMap<string, Arrival>;
  courses: ReadonlyMap<string, OrderCourse>;
  now: Date;
};

export async function readRewards(db: Database): Promise<Reward[]> {
  return rewardRow.array().parse((await db.query(rewards)).rows);
}

/** All rewards, and where they or the partners' orders differ from the published rule. */
export async function checkRewards(db: Database, facts: Facts): Promise<{ rewards: Reward[]; faults: string[] }> {
  const all = await readRewards(db);
  const referralsByRef = byRef(referralRow.array().parse((await db.query(referrals)).rows));
  const rewardsByRef = byRef(all);
  const faults: string[] = [];
  for (const course of facts.courses.values()) {
    const came = facts.arrivals.get(course.ref);
    if (!came || course.placedAt === null) continue;
    const booked = { referrals: referralsByRef.get(course.ref) ?? [], rewards: rewardsByRef.get(course.ref) ?? [] };
    faults.push(...orderFaults(facts, { came, course, ...booked, all }).map((fault) => `${course.ref}: ${fault}`));
  }
  return { rewards: all, faults };
}

type Own = {
  came: Arrival;
  course: OrderCourse;
  referrals: z.infer<typeof referralRow>[];
  rewards: Reward[];
  all: readonly Reward[];
};

function orderFaults(facts: Facts, orderRewards: Own): string[] {
  const { came, course, referrals, rewards } = orderRewards;
  const flaggedAt = facts.programme.flags.get(course.ref) ?? null;
  const expected = expectedReferrals(facts.programme, came, { ...course, flaggedAt });
  const faults: string[] = [];
  for (const { partner, way, reason } of expected) {
    const row = referrals.find(({ partnerId }) => partnerId === partner.id);
    const isWithoutProfit =
      row?.reason === "no_profit" && reason === null && rewards.length === 0 && isUnprofitable(course);
    if (row && row.way === way && (row.reason === reason || isWithoutProfit)) continue;
    faults.push(`came to ${partner.id} by ${way}, ${reason ?? "counts"}; the service says ${row?.way}, ${row?.reason}`);
  }
  if (referrals.length !== expected.length)
    faults.push(`came to ${referrals.length} partners instead of ${expected.length}`);
  return [...faults, ...rewardFaults(facts, orderRewards)];
}

/** Nothing to share: what was earned does not cover network fees in other assets, or not one minor unit of a reward. */
const isUnprofitable = ({ profit, rounding, hasOtherCosts, isProfitKnown }: OrderCourse) =>
  profit <= rounding || hasOtherCosts || !isProfitKnown;

function rewardFaults(facts: Facts, { came, course, rewards, all }: Own): string[] {
  const { completedAt, ref } = course;
  const flaggedAt = facts.programme.flags.get(ref) ?? null;
  if (completedAt === null) return rewards.length > 0 ? ["has rewards although it was never completed"] : [];
  const before = flaggedAt !== null && flaggedAt <= completedAt ? flaggedAt : null;
  const [first] = expectedReferrals(facts.programme, came, { ...course, flaggedAt: before });
  if (!first || first.reason !== null) return rewards.length > 0 ? ["has rewards although it counts for nobody"] : [];
  const faults: string[] = [];
  const second = secondLevelOf(first.partner, came, completedAt);
  const wanted = [{ level: 1, partner: first.partner }, ...(second ? [{ level: 2, partner: second }] : [])];
  for (const row of rewards) {
    const expectedReward = wanted.find(({ level }) => level === row.level);
    if (expectedReward?.partner.id !== row.partnerId) faults.push(`rewards ${row.partnerId} on level ${row.level}`);
    else faults.push(...figureFaults(facts, { course, row, partner: expectedReward.partner, all }));
  }
  const base = rewards[0]?.base ?? 0n;
  if (rewards.length === 0 && !isUnprofitable(course)) faults.push("has no reward");
  if (rewards.length > 0 && second && rewards.length < 2 && (base * BigInt(secondLevelBps)) / 10_000n > 0n)
    faults.push("has no reward of the second level");
  return faults;
}

type RewardCase = { course: OrderCourse; row: Reward; partner: Partner; all: readonly Reward[] };

function figureFaults(facts: Facts, { course, row, partner, all }: RewardCase): string[] {
  const { id, amount, base, rateBps, profit, readyAt } = row;
  const completedAt = course.completedAt ?? readyAt;
  const faults: string[] = [];
  const off = profit > course.profit ? profit - course.profit : course.profit - profit;
  if (course.isProfitKnown && off > course.rounding)
    faults.push(`${id} shares a profit of ${profit}, by the transfers ${course.profit}`);
  const rates = row.level === 2 ? [secondLevelBps] : possibleRates(facts, partner, completedAt, all);
  if (!rates.includes(rateBps)) faults.push(`${id} is ${rateBps} basis points instead of ${rates.join(" or ")}`);
  if (amount !== (base * BigInt(rateBps)) / 10_000n) faults.push(`${id} is ${amount} of ${base} at ${rateBps}`);
  const days = windowDays[course.payinMethod ?? "paypal_invoice"];
  if (readyAt.getTime() !== completedAt.getTime() + days * dayMs)
    faults.push(`${id} waits until ${readyAt.toISOString()}`);
  return [...faults, ...stateFaults(facts, course, row)];
}

/** The rate agreed then, or that of the tier; what was completed or ended at the same moment may have counted or not. */
function possibleRates({ courses, programme }: Facts, partner: Partner, at: Date, all: readonly Reward[]): number[] {
  const agreed = agreedRate(partner, at);
  if (agreed !== null) return [agreed];
  let [least, most] = [0n, 0n];
  for (const { ref, level, partnerId } of all) {
    const course = courses.get(ref);
    if (partnerId !== partner.id || level !== 1 || !course?.completedAt || course.completedAt > at) continue;
    const end = endOf(course, programme);
    const isCounted = course.completedAt < at && (end === null || end > at);
    const mayCount = end === null || end >= at;
    if (isCounted) least += course.turnoverCents;
    if (mayCount) most += course.turnoverCents;
  }
  const from = tiers.findLastIndex(({ fromCents }) => least >= fromCents);
  const to = tiers.findLastIndex(({ fromCents }) => most >= fromCents);
  return tiers.slice(from, to + 1).map(({ bps }) => bps);
}

/** When an order stopped counting: by its own course, or by the operator's word. */
function endOf({ ref, endedAt }: OrderCourse, { flags }: Programme): Date | null {
  const flaggedAt = flags.get(ref) ?? null;
  if (flaggedAt === null || endedAt === null) return flaggedAt ?? endedAt;
  return flaggedAt < endedAt ? flaggedAt : endedAt;
}

function stateFaults({ programme, now }: Facts, course: OrderCourse, row: Reward): string[] {
  const { id, state, readyAt, amount, taken, owed } = row;
  const end = endOf(course, programme);
  const isOver = state === "void" || state === "taken_back";
  const faults: string[] = [];
  if ((end !== null) !== isOver) faults.push(`${id} is ${state}, and the order ${end ? "has ended" : "counts"}`);
  if (state === "ready" && readyAt > now) faults.push(`${id} is ready too early`);
  if (state === "taken_back" && end !== null && end < readyAt) faults.push(`${id} was ready too early`);
  if (taken + owed !== (state === "taken_back" ? amount : 0n))
    faults.push(`${id} was taken back as ${taken} and ${owed}`);
  return faults;
}

/** Of rewards that must be ready by now, when no dispute is open and the reserve is full. */
export const lateRewards = (all: readonly Reward[], now: Date) =>
  all
    .filter(({ state, readyAt }) => state === "waiting" && readyAt <= now)
    .map(({ ref, id }) => `${ref}: ${id} waits on`);
