import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod/v4";
import { account, outgoing, payoutGuard, payoutStop } from "../../db/schema/index.ts";
import { railArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import type { Context } from "../../ports/context.ts";
import { queueMovement } from "../request-payout.ts";

const railAndReason = z.object({
  rail: railArgument.optional().describe("rail, as in `reserve list`; without it all of them"),
  reason: reasonArgument,
});
const allRails = "*";

export const payoutStopCommands = [
  command({
    name: "payouts stop",
    summary: "Sends nothing more by a rail, or by all, from the next payout on. Orders wait.",
    changes: { asksNothing: "payouts go undoes it, and nothing is lost meanwhile" },
    positional: ["rail"],
    args: railAndReason,
    run: (ctx, { rail, reason }, operator) => stop(ctx, rail, reason, operator),
  }),
  command({
    name: "payouts go",
    summary: "Lets a stopped rail, or all, send again; what waited goes on at once.",
    changes: { asksNothing: "payouts stop undoes it" },
    positional: ["rail"],
    args: railAndReason,
    run: (ctx, { rail, reason }, operator) => go(ctx, rail ?? allRails, reason, operator),
  }),
];

async function stop(ctx: Context, rail: string | undefined, reason: string, operator: Operator): Promise<Outcome> {
  if (rail !== undefined && !(await isKnown(ctx, rail))) return refused(`There is no rail ${rail}.`);
  const name = rail ?? allRails;
  return ctx.db.transaction(async (tx) => {
    const values = { rail: name, actor: operator.name, reason, at: ctx.clock.now() };
    const stopped = await tx.insert(payoutStop).values(values).onConflictDoNothing().returning();
    if (stopped.length === 0) return refused(`${payoutsOf(name)} are stopped already.`);
    const details = { before: "go", after: "stopped" };
    await recordAudit(ctx, tx, operator, { action: "payouts_stopped", subject: name, reason, details });
    return done(`${payoutsOf(name)} are stopped.`);
  });
}

async function go(ctx: Context, rail: string, reason: string, operator: Operator): Promise<Outcome> {
  const outcome = await ctx.db.transaction(async (tx) => {
    const [before] = await tx.delete(payoutStop).where(eq(payoutStop.rail, rail)).returning();
    if (!before) return refused(`${payoutsOf(rail)} are not stopped.`);
    const details = { before: { stopped_by: before.actor, reason: before.reason }, after: "go" };
    await recordAudit(ctx, tx, operator, { action: "payouts_resumed", subject: rail, reason, details });
    const waiting = await tx
      .select({ id: outgoing.id })
      .from(outgoing)
      .innerJoin(payoutGuard, eq(payoutGuard.outgoingId, outgoing.id))
      .where(
        and(
          eq(outgoing.status, "sending"),
          inArray(payoutGuard.state, ["waiting", "approved", "prepared", "broadcast"]),
          rail === allRails ? undefined : eq(outgoing.rail, rail),
        ),
      );
    for (const movement of waiting) await queueMovement(ctx, tx, movement);
    const payouts = waiting.length === 1 ? "One payout goes on." : `${waiting.length} payouts go on.`;
    return done(`${payoutsOf(rail)} are sent again. ${payouts}`);
  });
  ctx.jobs.wakeWorkers();
  return outcome;
}

const payoutsOf = (rail: string) => (rail === allRails ? "Payouts of all rails" : `Payouts of the rail ${rail}`);

async function isKnown(ctx: Context, rail: string): Promise<boolean> {
  const rows = await ctx.db.orm.select({ id: account.id, asset: account.asset }).from(account);
  return rows.some(({ id, asset }) => id === `assets:${rail}:${asset}`);
}
