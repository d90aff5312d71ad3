import { and, asc, eq, gt } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { Orm } from "../../db/database.ts";
import { asset, outgoing, withdrawal } from "../../db/schema/index.ts";
import { accounts } from "../../domain/ledger/booking.ts";
import { available } from "../../ledger/read.ts";
import { type Sweepable, sweepNow } from "./request-sweep.ts";

/** A failed sweep has cost a network fee: the next one of the asset waits. */
const afterFailureMs = 3_600_000;

/**
 * Sweeps what lies at deposit addresses of every asset that its rail pays out from another place: from the smallest deposit
 * that is credited, since each sweep costs a network fee; less only while a withdrawal waits for it.
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

/** The assets whose deposits have to be swept. */
export async function sweepables({ db, rails }: Pick<Context, "db" | "rails">): Promise<Sweepable[]> {
  const assets = await db.orm.select({ id: asset.id }).from(asset).orderBy(asc(asset.sort), asc(asset.id));
  return assets.flatMap(({ id }) => {
    if (rails.payoutRail(id) === undefined) return [];
    const { id: rail, hotAddress } = rails.payoutFor(id);
    return hotAddress === null ? [] : [{ rail, asset: id, to: hotAddress }];
  });
}

async function isDue({ db, clock }: Pick<Context, "db" | "clock">, place: Sweepable): Promise<boolean> {
  const there = await available(db.orm, accounts.deposits(place.rail, place.asset));
  if (there <= 0n || (await hasFailedLately(db.orm, place, clock.now()))) return false;
  const [terms] = await db.orm.select({ least: asset.minDeposit }).from(asset).where(eq(asset.id, place.asset));
  return there >= (terms?.least ?? 0n) || (await isAwaited(db.orm, place));
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

async function isAwaited(reader: Pick<Orm, "select">, { rail, asset: of }: Sweepable): Promise<boolean> {
  const { status, awaitsCash } = withdrawal;
  const [waiting] = await reader
    .select({ id: withdrawal.id })
    .from(withdrawal)
    .where(and(eq(status, "approved"), eq(awaitsCash, true), eq(withdrawal.rail, rail), eq(withdrawal.asset, of)))
    .limit(1);
  return waiting !== undefined;
}
