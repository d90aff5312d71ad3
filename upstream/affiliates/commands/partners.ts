import { and, asc, desc, eq, sql } from "drizzle-orm";
import { z } from "zod/v4";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { account, member, order, partner, partnerBalance, referral, reward } from "../../db/schema/index.ts";
import { flag, limitArgument } from "../../operator/arguments.ts";
import { command, done, type ShownRow } from "../../operator/command.ts";
import { memberEmailArgument } from "../../operator/member-argument.ts";
import type { Context } from "../../ports/context.ts";
import { linksOf } from "../partners.ts";
import { rewardAsset } from "../show-terms.ts";
import { bpsText, ofPartner } from "./partner-of.ts";
import { waitingPayoutRows } from "./partner-payouts.ts";

/** What the operator reads of partners. */
export const partnerCommands = [
  command({
    name: "partners list",
    summary: "Partners with what waits, is ready, was paid out and is owed, the newest first.",
    args: z.object({ paused: flag("only those who are paused"), limit: limitArgument }),
    run: async (ctx, { paused, limit }) => done(await partnerRows(ctx, paused !== undefined, limit)),
  }),
  command({
    name: "partners show",
    summary: "A partner: links, rate, who brought the partner, and the newest orders with why each counts or not.",
    positional: ["email"],
    args: z.object({ email: memberEmailArgument, limit: limitArgument }),
    run: (ctx, { email, limit }) =>
      ofPartner(ctx, email, async (row) => {
        const [above] = await ctx.db.orm
          .select({ email: member.email })
          .from(partner)
          .innerJoin(member, eq(member.id, partner.memberId))
          .where(eq(partner.id, row.parentId ?? ""));
        const links = await linksOf(ctx.db.orm, row.id);
        return done({
          id: row.id,
          status: row.status,
          paused_because: row.pausedReason,
          agreed_percent: row.rateBps === null ? null : bpsText(row.rateBps),
          joined: row.joinedAt.toISOString(),
          brought_by: above?.email ?? null,
          links: links.map(({ code, label }) => ({ code, label })),
          payouts_waiting: await waitingPayoutRows(ctx, 1, row.id),
          orders: await orderRows(ctx, row.id, limit),
        });
      }),
  }),
];

async function partnerRows(ctx: Context, isPaused: boolean, limit: number): Promise<ShownRow[]> {
  const asset = await rewardAsset(ctx);
  const { id = "", decimals = 0 } = asset ?? {};
  const ready = sql<string>`coalesce(${account.creditsPosted} - ${account.debitsPosted} - ${account.debitsPending}, 0)::text`;
  const rows = await ctx.db.orm
    .select({ row: partner, email: member.email, balance: partnerBalance, ready })
    .from(partner)
    .leftJoin(member, eq(member.id, partner.memberId))
    .leftJoin(partnerBalance, and(eq(partnerBalance.partnerId, partner.id), eq(partnerBalance.asset, id)))
    .leftJoin(account, eq(account.id, sql`'affiliate:' || ${partner.id} || ':' || ${id}::text`))
    .where(isPaused ? eq(partner.status, "paused") : undefined)
    .orderBy(desc(partner.joinedAt), asc(partner.id))
    .limit(limit);
  const text = (minor: bigint | undefined) => `${formatDecimal(minor ?? 0n, decimals)} ${id}`;
  return rows.map(({ row, email, balance, ready: minor }) => ({
    email,
    status: row.status,
    agreed_percent: row.rateBps === null ? null : bpsText(row.rateBps),
    ...{ waiting: text(balance?.waiting), ready: text(BigInt(minor)) },
    ...{ paid_out: text(balance?.paidOut), debt: text(balance?.debt) },
    joined: row.joinedAt.toISOString(),
  }));
}

/** Orders that came to a partner, and how many others each customer's address made: something to look at, no proof. */
async function orderRows({ db }: Context, partnerId: string, limit: number): Promise<ShownRow[]> {
  const rows = await db.orm
    .select({ row: referral, reward, sameCustomer: sql<number>`(count(*) over (partition by ${order.email}))::int` })
    .from(referral)
    .innerJoin(order, eq(order.ref, referral.orderRef))
    .leftJoin(reward, and(eq(reward.orderRef, referral.orderRef), eq(reward.level, 1)))
    .where(and(eq(referral.partnerId, partnerId), sql`${referral.placedAt} is not null`))
    .orderBy(desc(referral.placedAt), desc(referral.id))
    .limit(limit);
  return rows.map(({ row, reward: of, sameCustomer: orders }) => ({
    ref: row.orderRef,
    code: row.code,
    way: row.way,
    placed: row.placedAt?.toISOString() ?? null,
    reward: of?.state ?? null,
    reason: row.reason ?? of?.reason ?? null,
    orders_of_this_customer: orders,
  }));
}
