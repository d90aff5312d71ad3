import { and, asc, eq, exists, gt, inArray, not } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { addressBalance, asset, outgoing, sweepPart } from "../../db/schema/index.ts";
import type { ShownRow } from "../../operator/command.ts";
import type { Context } from "../../ports/context.ts";
import { retriedAfterMs } from "../sweeps/sweep-due.ts";

/** Deposit addresses where money lies that no later sweep has moved since one of theirs failed, the oldest failure first. */
export async function failedSweepRows(ctx: Context, limit: number): Promise<ShownRow[]> {
  const { orm } = ctx.db;
  const [later, laterSweep] = [alias(sweepPart, "later"), alias(outgoing, "later_sweep")];
  const isTriedAgain = orm
    .select({ address: later.address })
    .from(later)
    .innerJoin(laterSweep, eq(laterSweep.id, later.sweepId))
    .where(
      and(
        ...[eq(later.address, sweepPart.address), gt(laterSweep.createdAt, outgoing.createdAt)],
        ...[eq(laterSweep.rail, outgoing.rail), eq(laterSweep.asset, outgoing.asset)],
      ),
    );
  const { rail, asset: of, address, lying } = addressBalance;
  const rows = await orm
    .select({
      id: outgoing.id,
      rail,
      asset: of,
      address,
      lying,
      failedAt: outgoing.settledAt,
      reason: sweepPart.reason,
      decimals: asset.decimals,
    })
    .from(addressBalance)
    .innerJoin(sweepPart, eq(sweepPart.address, address))
    .innerJoin(outgoing, and(eq(outgoing.id, sweepPart.sweepId), eq(outgoing.rail, rail), eq(outgoing.asset, of)))
    .innerJoin(asset, eq(asset.id, of))
    .where(
      and(
        ...[gt(lying, 0n), eq(sweepPart.state, "failed"), inArray(outgoing.status, ["failed", "sent", "returned"])],
        not(exists(isTriedAgain)),
      ),
    )
    .orderBy(asc(outgoing.settledAt), asc(outgoing.id), asc(address))
    .limit(limit);
  return rows.map(({ id, rail, asset, address, lying, failedAt, reason, decimals }) => ({
    ...{ sweep: id, rail, asset, address, amount: formatDecimal(lying, decimals), why: reason },
    failed_at: failedAt?.toISOString() ?? null,
    tried_again_from: failedAt ? new Date(failedAt.getTime() + retriedAfterMs).toISOString() : null,
    next: `operator payouts show ${id}, then operator payouts sweep ${rail} ${asset} --reason "..."`,
  }));
}
