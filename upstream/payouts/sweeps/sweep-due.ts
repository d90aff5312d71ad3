import { and, asc, eq, exists, gt, inArray, min, or } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { asset, order, outgoing, pair, payment, withdrawal } from "../../db/schema/index.ts";
import { available } from "../../ledger/read.ts";
import { accounts } from "../../ledger/rules/booking.ts";
import type { Context } from "../../ports/context.ts";
import { type Sweepable, sweepNow } from "./request-sweep.ts";

/** A failed sweep has cost a network fee: the next one of the asset waits. */
const afterFailureMs = 3_600_000;

/**
 * Sweeps what lies at deposit addresses of every asset that its rail pays out from another place: from the smallest deposit
 * that is credited on, or the smallest payment of an order where wallets take none, since each sweep costs a network fee;
 * less only while a withdrawal or an order waits for it.
 */
export async function sweepDue(ctx: Context): Promise<void> {
  for (const place of await sweepables(ctx)) {
    try {
      if (!(await isDue(ctx, place))) continue;
      const outcome = await sweepNow(ctx, place);
      if (outcome === "no_gas") ctx.log.warn({ rail: place.rail, asset: place.asset }, "a sweep lacks its network fee");
    } catch (error) {
      ctx.log.error({ rail: place.rail, asset: place.asset, err: error }, "a sweep could not be requested");
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

async function isDue({ db, clock }: Pick<Context, "db" | "clock">, place: Sweepable): Promise<boolean> {
  const there = await available(db.orm, accounts.deposits(place.rail, place.asset));
  if (there <= 0n || (await hasFailedLately(db.orm, place, clock.now()))) return false;
  if (there >= (await leastOf(db.orm, place.asset))) return true;
  return (await isWithdrawalWaiting(db.orm, place)) || (await isOrderWaiting(db.orm, place.asset));
}

/** The smallest amount worth its sweep. */
async function leastOf(reader: Pick<Orm, "select">, id: string): Promise<bigint> {
  const [terms] = await reader.select({ least: asset.minDeposit }).from(asset).where(eq(asset.id, id));
  if (terms && terms.least > 0n) return terms.least;
  const [payable] = await reader
    .select({ least: min(pair.minFrom) })
    .from(pair)
    .where(eq(pair.from, id));
  return payable?.least ?? 0n;
}

async function hasFailedLately(reader: Pick<Orm, "select">, place: Sweepable, now: Date): Promise<boolean> {
  const [failed] = await reader
    .select({ id: outgoing.id })
    .from(outgoing)
    .where(
      and(
        eq(outgoing.status, "failed"),
        gt(outgoing.settledAt, new Date(now.getTime() - afterFailureMs)),
        eq(outgoing.kind, "sweep"),
        eq(outgoing.rail, place.rail),
        eq(outgoing.asset, place.asset),
      ),
    )
    .limit(1);
  return failed !== undefined;
}

async function isWithdrawalWaiting(reader: Pick<Orm, "select">, { rail, asset: of }: Sweepable): Promise<boolean> {
  const { status, awaitsCash } = withdrawal;
  const [waiting] = await reader
    .select({ id: withdrawal.id })
    .from(withdrawal)
    .where(and(eq(status, "approved"), eq(awaitsCash, true), eq(withdrawal.rail, rail), eq(withdrawal.asset, of)))
    .limit(1);
  return waiting !== undefined;
}

/** An order waits for our reserve, to be paid out in this asset or to have a payment in it refunded. */
async function isOrderWaiting(reader: Pick<Orm, "select">, id: string): Promise<boolean> {
  const paidIn = reader
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.orderRef, order.ref), eq(payment.asset, id)));
  const isHeld = inArray(order.status, ["on_hold", "refund_pending"]);
  const [waiting] = await reader
    .select({ ref: order.ref })
    .from(order)
    .where(and(isHeld, eq(order.holdReason, "reserve_low"), or(eq(order.toAsset, id), exists(paidIn))))
    .limit(1);
  return waiting !== undefined;
}
