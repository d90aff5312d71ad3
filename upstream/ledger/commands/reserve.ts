import { and, asc, eq, inArray, like, sum } from "drizzle-orm";
import { z } from "zod/v4";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { account, asset, outgoing } from "../../db/schema/index.ts";
import { command, done, type ShownRow } from "../../operator/command.ts";
import type { Context } from "../../ports/context.ts";
import { ownMoney, shortfalls } from "../read.ts";
import { accounts } from "../rules/booking.ts";
import { availableOf } from "../state.ts";

export const reserveCommands = [
  command({
    name: "reserve list",
    summary: "Our own money by asset: free, reserved, at the rails, being sent and missing.",
    args: z.object({}),
    run: async (ctx) => done(await reserveRows(ctx)),
  }),
];

/** One row per asset. `promised`: holds of running orders; `leaving`: payouts and refunds in progress. */
export async function reserveRows(ctx: Context): Promise<ShownRow[]> {
  const { orm } = ctx.db;
  const assets = await orm.select().from(asset).orderBy(asc(asset.sort));
  const reserves = await orm.select().from(account).where(like(account.id, "reserve:%"));
  const railAccounts = await orm.select().from(account).where(like(account.id, "assets:%"));
  const moneyByAsset = await ownMoney(orm, ctx.rails.payoutRail);
  const missing = await shortfalls(orm);
  const leaving = await underWay(ctx);
  return assets.map(({ id, decimals }) => {
    const text = (minor: bigint) => formatDecimal(minor, decimals);
    const reserve = reserves.find((row) => row.id === accounts.reserve(id));
    const rails = railAccounts.filter((row) => row.asset === id);
    return {
      asset: id,
      free: text(reserve ? availableOf(reserve) : 0n),
      promised: text(reserve?.debitsPending ?? 0n),
      leaving: text(leaving.get(id) ?? 0n),
      shown: text(moneyByAsset.get(id)?.reserve ?? 0n),
      shortfall: text(missing.get(id) ?? 0n),
      rails: rails.map((row) => `${row.id.split(":")[1]} ${text(availableOf(row))}`).join(", "),
    };
  });
}

/**
 * Money at rails that cannot pay it out, so that no order is promised it. `promised` is what orders wait for at the paying
 * rail, `missing` what that rail lacks for it.
 */
export async function idleRows(ctx: Context): Promise<ShownRow[]> {
  const { orm } = ctx.db;
  const assets = await orm.select().from(asset).orderBy(asc(asset.sort));
  const moneyByAsset = await ownMoney(orm, ctx.rails.payoutRail);
  return assets.flatMap(({ id, decimals }) => {
    const paying = ctx.rails.payoutRail(id);
    const idle = moneyByAsset.get(id)?.elsewhere.filter((row) => availableOf(row) > 0n && isIdle(row.id)) ?? [];
    return idle.map((row) => {
      const rail = row.id.split(":")[1] ?? "";
      const amount = formatDecimal(availableOf(row), decimals);
      const move = `operator reserve rebalance ${id} ${amount} --from ${rail} --to ${paying} --reason "..."`;
      const sweep = `operator payouts sweep ${paying} ${id} --reason "..."`;
      const next = row.id === accounts.deposits(paying ?? "", id) ? sweep : move;
      return { asset: id, rail, amount, next: paying === undefined ? null : next };
    });
  });
}

/** Money that lies where it should is not idle: disputed, or for the fees of sweeps. */
const isIdle = (accountId: string) => !/^assets:[^:]+_(disputed|gas|dust):/.test(accountId);

async function underWay(ctx: Context): Promise<Map<string, bigint>> {
  const rows = await ctx.db.orm
    .select({ asset: outgoing.asset, amount: sum(outgoing.amount) })
    .from(outgoing)
    .where(and(eq(outgoing.status, "sending"), inArray(outgoing.kind, ["payout", "refund"])))
    .groupBy(outgoing.asset);
  return new Map(rows.map((row) => [row.asset, BigInt(row.amount ?? "0")]));
}
