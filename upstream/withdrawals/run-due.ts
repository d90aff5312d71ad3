import { and, asc, eq, exists, gt, inArray, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import { member } from "../db/schema/accounts.ts";
import { wallet } from "../db/schema/wallets.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";
import type { Context } from "../ports/context.ts";
import { applyWithdrawalEvent } from "./apply-withdrawal-event.ts";
import { handOver } from "./hand-over.ts";
import { blockOfWithdrawal } from "./obstacle.ts";
import type { WithdrawalEvent } from "./rules/decide-withdrawal.ts";
import { hasLapsed, lapsesBefore } from "./rules/lapse.ts";
import { lockWithdrawal } from "./withdrawal-row.ts";

const batchSize = 200;

/**
 * Applies what is due by the service's clock: ends withdrawals that were not confirmed, those that a freeze has caught, and
 * those that could have left too long ago;
 * approves those whose address may be used, and hands over approved ones. Safe to repeat and in several processes; a failure
 * does not stop the others.
 */
export async function runDueWithdrawals(
  ctx: Pick<Context, "clock" | "db" | "ids" | "jobs" | "log" | "memberLimit" | "payoutOwners" | "policy" | "rails">,
): Promise<void> {
  const steps = dueSteps(ctx, ctx.clock.now());
  // One statement finds which steps have something to do: mostly none has.
  const columns = steps.map(
    ({ due }, at) => sql`exists (select 1 from ${withdrawal} where ${due}) as ${sql.identifier(`s${at}`)}`,
  );
  const { rows } = await ctx.db.orm.execute(sql`select ${sql.join(columns, sql`, `)}`);
  const first = steps.findIndex((_, at) => rows[0]?.[`s${at}`] === true);
  if (first < 0) return;
  // A step may make work for the next ones.
  for (const { due, run } of steps.slice(first)) await each(ctx, due, run);
  ctx.jobs.wakeWorkers();
}

type Step = { due: SQL | undefined; run(id: string): Promise<unknown> };
type DueContext = Parameters<typeof runDueWithdrawals>[0];

/** In this order. */
function dueSteps(ctx: DueContext, now: Date): Step[] {
  const { status, confirmBy, usableAt, clearedAt } = withdrawal;
  const before = lapsesBefore(now, ctx.policy.withdrawals.lapseSeconds);
  const isOld = and(lte(usableAt, before), or(isNull(clearedAt), lte(clearedAt, before)));
  return [
    {
      due: and(eq(status, "confirm_pending"), lte(confirmBy, now)),
      run: (id) => applyDue(ctx, id, { name: "confirmation_ended" }, now),
    },
    {
      // Whoever has confirmed them may not be the one who made the account safe again: they must not leave after the freeze,
      // nor when this service was away until it had ended.
      due: and(inArray(status, ["confirm_pending", "cooling_off", "approved"]), isFrozen(ctx)),
      run: (id) => applyDue(ctx, id, { name: "rejected", reason: "frozen" }, now),
    },
    {
      // Before the others go on: after an outage of weeks these must not leave without a word.
      due: and(inArray(status, ["cooling_off", "approved"]), isOld),
      run: (id) => applyDue(ctx, id, { name: "lapsed" }, now),
    },
    {
      due: and(eq(status, "cooling_off"), lte(usableAt, now), not(isOwing(ctx))),
      run: (id) => applyDue(ctx, id, { name: "cooled" }, now),
    },
    { due: and(eq(status, "approved"), not(isOwing(ctx))), run: (id) => handOver(ctx, id) },
  ];
}

/** As `isCaught`. */
const isFrozen = ({ db }: Pick<Context, "db">) =>
  exists(
    db.orm
      .select({ id: member.id })
      .from(member)
      .where(
        and(
          eq(member.id, withdrawal.memberId),
          gt(member.withdrawalsFrozenUntil, sql`coalesce(${withdrawal.clearedAt}, ${withdrawal.createdAt})`),
        ),
      ),
  );

const isOwing = ({ db }: Pick<Context, "db">) =>
  exists(
    db.orm
      .select({ asset: wallet.asset })
      .from(wallet)
      .where(and(eq(wallet.memberId, withdrawal.memberId), gt(wallet.debt, 0n))),
  );

async function applyDue(
  ctx: Pick<Context, "db" | "ids" | "jobs" | "policy">,
  id: string,
  event: Extract<WithdrawalEvent, { name: "confirmation_ended" | "lapsed" | "cooled" | "rejected" }>,
  now: Date,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    if (!row) return;
    // What was found as free may have been frozen since.
    if (event.name === "lapsed" && !hasLapsed(row, now, ctx.policy.withdrawals.lapseSeconds)) return;
    if (event.name === "cooled" && (await blockOfWithdrawal(tx, row, now))) return;
    await applyWithdrawalEvent(tx, ctx, row, event, now);
  });
}

/** All that are due, the oldest first: those that cannot go on keep none behind them back. */
async function each(
  ctx: Pick<Context, "db" | "log">,
  due: SQL | undefined,
  run: (id: string) => Promise<unknown>,
): Promise<void> {
  const { createdAt, id: key } = withdrawal;
  let last: { id: string; createdAt: Date } | undefined;
  for (;;) {
    const after = last && or(gt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), gt(key, last.id)));
    const rows = await ctx.db.orm
      .select({ id: key, createdAt })
      .from(withdrawal)
      .where(and(due, after))
      .orderBy(asc(createdAt), asc(key))
      .limit(batchSize);
    for (const { id } of rows) {
      try {
        await run(id);
      } catch (error) {
        ctx.log.error({ withdrawal: id, err: error }, "what is due for a withdrawal failed");
      }
    }
    last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
  }
}
