import { and, eq, isNull, ne, or } from "drizzle-orm";
import type { ReferralReason } from "../../contract/affiliate/affiliate-lists.ts";
import type { Tx } from "../db/database.ts";
import { partner, referral, reward } from "../db/schema/affiliates.ts";
import type { order } from "../db/schema/orders.ts";
import type { Booking } from "../ledger/rules/booking.ts";
import type { Context } from "../ports/context.ts";
import { dayOf } from "../shared/rules/day-of.ts";
import { addToBalance, lockBalance } from "./partner-balance.ts";
import { addToDay } from "./partner-days.ts";
import { partnerTurnover } from "./partner-turnover.ts";
import type { PartnerRow } from "./partners.ts";
import { type Completed, profitBase } from "./profit-base.ts";
import { affiliateTierAt, disputeDaysByMethod } from "./rules/affiliate-policy.ts";
import { rewardOf } from "./rules/compute-reward.ts";
import { endReason } from "./rules/referral-state.ts";
import { rewardHold } from "./rules/reward-postings.ts";
import { isOwnOrder, isSamePerson } from "./self-referral.ts";

type OrderRow = typeof order.$inferSelect;
type RewardRow = typeof reward.$inferSelect;
type Services = Pick<Context, "env" | "ids" | "rates">;

/**
 * Accrues the rewards of an order in the transaction that completes it, and returns the holds to book with it. An order
 * that does not count, or on which we earned nothing, gets the reason instead.
 */
export async function accrueRewards(ctx: Services, tx: Tx, completed: Completed): Promise<Booking[]> {
  const { after, now } = completed;
  const [attributed] = await tx
    .select({ referral, partner })
    .from(referral)
    .innerJoin(partner, eq(partner.id, referral.partnerId))
    .where(
      and(eq(referral.orderRef, after.ref), or(isNull(referral.reason), ne(referral.reason, "other_partner_first"))),
    );
  if (!attributed || attributed.referral.reason !== null) return [];
  const fault = await faultOf(tx, attributed.partner, after);
  const base = fault === null ? await profitBase(ctx, tx, completed) : null;
  const rows = base === null ? [] : await computed(ctx, tx, completed, { ...attributed, base });
  if (rows.length === 0) {
    await tx
      .update(referral)
      .set({ reason: fault ?? "no_profit" })
      .where(eq(referral.id, attributed.referral.id));
    return [];
  }
  await tx.insert(reward).values(rows);
  // In one order, as every transaction that locks several balances.
  for (const row of [...rows].sort((a, b) => (a.partnerId < b.partnerId ? -1 : 1))) {
    await lockBalance(tx, row);
    await addToBalance(tx, row, { waiting: row.amount });
    await addToDay(tx, { ...row, day: dayOf(now) }, { waiting: row.amount, ...countedIn(row, after) });
  }
  return rows.map(rewardHold);
}

/** What the first level counts: the order, and its turnover for the tier. */
export const countedIn = ({ level }: Pick<RewardRow, "level">, { turnoverCents }: Pick<OrderRow, "turnoverCents">) =>
  level === 1 ? { counted: 1, turnoverCents: turnoverCents ?? 0n } : {};

async function faultOf(tx: Tx, { memberId, status }: PartnerRow, after: OrderRow): Promise<ReferralReason | null> {
  if (status === "paused") return "partner_paused";
  if (await isOwnOrder(tx, memberId, after)) return "self_referral";
  return endReason(after.status);
}

type RewardedReferral = {
  referral: typeof referral.$inferSelect;
  partner: PartnerRow;
  base: NonNullable<Awaited<ReturnType<typeof profitBase>>>;
};

async function computed(
  ctx: Services,
  tx: Tx,
  { after, now }: Completed,
  { referral: { code }, partner: first, base }: RewardedReferral,
): Promise<RewardRow[]> {
  const second = await secondLevel(tx, first, after);
  const shares = [{ level: 1, of: first, code }, ...(second ? [{ level: 2, of: second, code: "" }] : [])];
  const rows: RewardRow[] = [];
  for (const { level, of, code: link } of shares) {
    const rule = affiliateTierAt(ctx.env.AFFILIATE_TIERS, await partnerTurnover(tx, of.id, now));
    const agreedBps = level === 1 ? of.rateBps : null;
    const rateBps = agreedBps ?? (level === 1 ? rule.rateBps : rule.secondLevelBps);
    const amount = rewardOf(base.base, rateBps);
    if (amount === 0n) continue;
    rows.push({
      ...base,
      ...unsettled,
      id: ctx.ids.newId("rw"),
      orderRef: after.ref,
      level,
      partnerId: of.id,
      code: link,
      pairId: after.pairId,
      rateBps,
      tier: agreedBps === null ? rule.tier : null,
      amount,
      completedAt: now,
      readyAt: new Date(now.getTime() + disputeDaysByMethod[after.payinMethod ?? "paypal_invoice"] * 86_400_000),
    });
  }
  return rows;
}

const unsettled = { state: "waiting", reason: null, isBooked: true, taken: 0n, owed: 0n, settledAt: null } as const;

/** The partner who brought the partner; not where that is the customer, or the same person as the partner. */
async function secondLevel(tx: Tx, { parentId, memberId }: PartnerRow, after: OrderRow): Promise<PartnerRow | null> {
  if (parentId === null) return null;
  const [parent] = await tx.select().from(partner).where(eq(partner.id, parentId));
  if (!parent || parent.status === "paused" || (await isOwnOrder(tx, parent.memberId, after))) return null;
  return (await isSamePerson(tx, memberId, parent.memberId)) ? null : parent;
}

/** Rewards whose hold the reserve could not give: they are owed, and booked by the sweep as soon as it can be. */
export async function oweRewards(tx: Tx, orderRef: string): Promise<void> {
  await tx
    .update(reward)
    .set({ isBooked: false })
    .where(and(eq(reward.orderRef, orderRef), eq(reward.state, "waiting")));
}
