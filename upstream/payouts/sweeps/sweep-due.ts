import { and, asc, eq, exists, gt, inArray, or, sql, sum } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { asset, order, outgoing, payment, sweepPart, withdrawal } from "../../db/schema/index.ts";
import { sweepCost } from "../../market/rates/sweep-cost.ts";
import type { Context } from "../../ports/context.ts";
import { RailUnavailable } from "../../ports/rail.ts";
import { type LyingAt, worthSweeping } from "../rules/worth-sweeping.ts";
import { fullestAddresses, type Sweepable, sweepNow } from "./request-sweep.ts";

/** A failed transfer has cost a network fee: its address waits so long. */
export const retriedAfterMs = 3_600_000;

/**
 * Sweeps deposit addresses of every asset that its rail pays out from another place: those that hold so much that their
 * transfer costs little of it, and others only while a withdrawal or an order waits for the money.
 */
export async function sweepDue(ctx: Context): Promise<void> {
  for (const sweepable of await sweepables(ctx)) {
    try {
      const due = await addressesDue(ctx, sweepable);
      if (due.length === 0) continue;
      const outcome = await sweepNow(ctx, sweepable, due);
      if (outcome === "no_gas")
        ctx.log.warn({ rail: sweepable.rail, asset: sweepable.asset }, "a sweep lacks its network fee");
    } catch (error) {
      const named = { rail: sweepable.rail, asset: sweepable.asset, err: error };
      if (error instanceof RailUnavailable) ctx.log.warn(named, "the rail of a sweep is away");
      else ctx.log.error(named, "a sweep could not be requested");
    }
  }
}

/** The assets whose deposits have to be swept, at every rail that runs: a rail's deposits can only be swept to its own address. */
export async function sweepables({ db, rails }: Pick<Context, "db" | "rails">): Promise<Sweepable[]> {
  const assets = await db.orm.select({ id: asset.id }).from(asset).orderBy(asc(asset.sort), asc(asset.id));
  return assets.flatMap(({ id: asset }) =>
    rails.payoutsOf(asset).flatMap(({ id: rail, hotAddress: to }) => (to === null ? [] : [{ rail, asset, to }])),
  );
}

async function addressesDue(ctx: Context, sweepable: Sweepable): Promise<string[]> {
  const { orm } = ctx.db;
  const fullest = await fullestAddresses(orm, sweepable);
  if (fullest.length === 0) return [];
  const waiting = await withoutFailedLately(orm, fullest, sweepable, ctx.clock.now());
  const market = await ctx.market.terms();
  const chosen = worthSweeping(waiting, {
    cost: await sweepCost(
      orm,
      ctx.rails.payoutOf(sweepable),
      market.assets.find(({ id }) => id === sweepable.asset),
    ),
    percent: ctx.env.SWEEP_COST_PERCENT,
    needed: (await neededByWithdrawals(orm, sweepable)) + (await neededByOrders(orm, sweepable.asset)),
  });
  return chosen.map(({ address }) => address);
}

async function withoutFailedLately(
  reader: Pick<Orm, "select">,
  addresses: readonly LyingAt[],
  { rail, asset: of }: Sweepable,
  now: Date,
): Promise<LyingAt[]> {
  const since = new Date(now.getTime() - retriedAfterMs);
  const rows = await reader
    .select({ address: sweepPart.address })
    .from(sweepPart)
    .innerJoin(outgoing, eq(outgoing.id, sweepPart.sweepId))
    .where(
      and(
        inArray(
          sweepPart.address,
          addresses.map(({ address }) => address),
        ),
        ...[eq(sweepPart.state, "failed"), gt(outgoing.settledAt, since)],
        ...[eq(outgoing.rail, rail), eq(outgoing.asset, of)],
      ),
    );
  const failed = new Set(rows.map(({ address }) => address));
  return addresses.filter(({ address }) => !failed.has(address));
}

async function neededByWithdrawals(reader: Pick<Orm, "select">, { rail, asset: of }: Sweepable): Promise<bigint> {
  const { amount, status, awaitsCash } = withdrawal;
  const [row] = await reader
    .select({ needed: sum(amount) })
    .from(withdrawal)
    .where(and(eq(status, "approved"), eq(awaitsCash, true), eq(withdrawal.rail, rail), eq(withdrawal.asset, of)));
  return BigInt(row?.needed ?? "0");
}

/** Orders that wait for our reserve: to be paid out in this asset, or to have a payment in it refunded. */
async function neededByOrders(reader: Pick<Orm, "select">, id: string): Promise<bigint> {
  const isPayment = and(eq(payment.orderRef, order.ref), eq(payment.asset, id), eq(payment.status, "final"));
  const paidIn = reader.select({ id: payment.id }).from(payment).where(isPayment);
  const isHeld = inArray(order.status, ["on_hold", "refund_pending"]);
  const [row] = await reader
    .select({
      needed: sum(sql`case when ${order.toAsset} = ${id} then ${order.toAmount} else 0 end
        + coalesce((select sum(${payment.amount}) from ${payment} where ${isPayment}), 0)`),
    })
    .from(order)
    .where(and(isHeld, eq(order.holdReason, "reserve_low"), or(eq(order.toAsset, id), exists(paidIn))));
  return BigInt(row?.needed ?? "0");
}
