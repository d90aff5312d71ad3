import { and, asc, eq, lte, sql } from "drizzle-orm";
import { evmSource, evmSpend } from "../../../db/schema/evm.ts";
import { evmTransaction } from "../../../db/schema/evm-payouts.ts";
import { outgoing, payoutGuard } from "../../../db/schema/index.ts";
import { advanceEach } from "../../../payouts/resume-waiting.ts";
import type { Context } from "../../../ports/context.ts";
import { namesOfSweep } from "../payouts/sweeps/top-ups.ts";

/** Payouts that the guard reads in one run; the next run goes on. */
const batchSize = 100;
/** A sweep that has not ended, though all that was signed for it is final, is told again after this time. */
const toldAgainMs = 60_000;

/** Sweeps that were told, by id: with the height of the newest of their transactions, and when. Of one process, which may forget it. */
export type ToldSweeps = Map<string, { height: number; atMs: number }>;

/**
 * Lets the payout guard read at once every payout of which a transaction has become final, and every sweep of which all that was
 * signed has. The guard's own turn comes less often the longer a movement is under way, and after hours in the pool it would come ten
 * minutes later. The guard asks the node itself; what is told twice ends once.
 */
export async function tellGuard(ctx: Context, told: ToldSweeps): Promise<void> {
  await advanceEach(ctx, await finalPayouts(ctx));
  await advanceEach(ctx, await newlyFinalSweeps(ctx, told));
}

function finalPayouts({ db }: Pick<Context, "db">): Promise<{ id: string }[]> {
  return db.orm
    .selectDistinct({ id: payoutGuard.outgoingId })
    .from(payoutGuard)
    .innerJoin(evmTransaction, eq(evmTransaction.movementId, payoutGuard.outgoingId))
    .innerJoin(evmSpend, eq(evmSpend.tx, evmTransaction.tx))
    .innerJoin(evmSource, lte(evmSpend.height, evmSource.finalHeight))
    .where(and(eq(payoutGuard.state, sql`'broadcast'`), eq(evmTransaction.step, sql`'payout'`)))
    .orderBy(asc(payoutGuard.outgoingId))
    .limit(batchSize);
}

/** A sweep may wait for its signer although all that was signed is final: reading it as often as blocks come would cost calls for nothing. */
async function newlyFinalSweeps(
  { db, clock }: Pick<Context, "db" | "clock">,
  told: ToldSweeps,
): Promise<{ id: string }[]> {
  const names = sql.join(
    namesOfSweep("").map((ending) => sql`${payoutGuard.outgoingId} || ${ending}`),
    sql`, `,
  );
  // Of the versions at one nonce, one is mined.
  const final = sql`(
    select max(s.height) from ${evmTransaction} v join ${evmSpend} s on s.tx = v.tx
    join ${evmSource} on s.height <= ${evmSource.finalHeight}
    where v.movement_id = t.movement_id and v.sender = t.sender and v.nonce = t.nonce
  )`;
  const { rows } = await db.orm.execute<{ id: string; height: string | null; open: string }>(sql`
    select ${payoutGuard.outgoingId} as id, max(${final})::text as height, count(*) filter (where ${final} is null)::text as open
    from ${payoutGuard}
    join ${outgoing} on ${outgoing.id} = ${payoutGuard.outgoingId} and ${outgoing.kind} = 'sweep'
    join ${evmTransaction} t on t.movement_id in (${names})
    where ${payoutGuard.state} = 'broadcast'
    group by ${payoutGuard.outgoingId}
  `);
  const atMs = clock.now().getTime();
  const news: { id: string }[] = [];
  const before = new Map(told);
  told.clear();
  for (const { id, height, open } of rows) {
    if (height === null || open !== "0") continue;
    const last = before.get(id);
    const isTold = last?.height === Number(height) && atMs - last.atMs < toldAgainMs;
    told.set(id, isTold ? last : { height: Number(height), atMs });
    if (!isTold) news.push({ id });
  }
  return news;
}
