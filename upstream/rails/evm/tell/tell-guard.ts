import { and, asc, eq, lte, sql } from "drizzle-orm";
import { evmSource, evmSpend } from "../../../db/schema/evm.ts";
import { evmTransaction } from "../../../db/schema/evm-payouts.ts";
import { payoutGuard } from "../../../db/schema/index.ts";
import { advanceEach } from "../../../payouts/resume-waiting.ts";
import type { Context } from "../../../ports/context.ts";

/** Payouts that the guard reads in one run; the next run goes on. */
const batchSize = 100;

/**
 * Lets the payout guard read at once every payout of which a transaction has become final. The guard's own turn comes less often
 * the longer a payout is under way, and after hours in the pool it would come ten minutes later. The guard asks the node itself;
 * a payout that is told twice ends once.
 */
export async function tellGuard(ctx: Context): Promise<void> {
  const final = await ctx.db.orm
    .selectDistinct({ id: payoutGuard.outgoingId })
    .from(payoutGuard)
    .innerJoin(evmTransaction, eq(evmTransaction.movementId, payoutGuard.outgoingId))
    .innerJoin(evmSpend, eq(evmSpend.tx, evmTransaction.tx))
    .innerJoin(evmSource, lte(evmSpend.height, evmSource.finalHeight))
    .where(and(eq(payoutGuard.state, sql`'broadcast'`), eq(evmTransaction.step, sql`'payout'`)))
    .orderBy(asc(payoutGuard.outgoingId))
    .limit(batchSize);
  await advanceEach(ctx, final);
}
