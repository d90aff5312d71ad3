import { and, eq, inArray } from "drizzle-orm";
import { outgoing, payoutGuard } from "../../../upstream/db/schema/index.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import type { Chance } from "./chance.ts";
import { isFrozen, type Member } from "./members.ts";

/** The operator's work on withdrawals: rejects one now and then, and decides about held payouts after the freeze. */
export async function overseeWithdrawals(
  { ctx, luck }: { ctx: Context; luck: Chance },
  isCalm: boolean,
  isFrozen: (withdrawalId: string) => boolean,
): Promise<void> {
  const command = (name: string, id: string) => {
    const args = { id, reason: "simulated" };
    return runCommand(ctx, { command: name, args, operator: { name: luck.pick(["anna", "boris"]) } });
  };
  const { rows } = await ctx.db.query("select id from withdrawal where ended_at is null order by id");
  const open = rows.map(({ id }) => String(id));
  if (open.length > 0 && !isCalm && luck.percent(5)) await command("withdrawals reject", luck.pick(open));
  const movements = await selectMovements(ctx.db.orm).where(eq(outgoing.kind, "withdrawal")).orderBy(outgoing.id);
  for (const { id, state, status, withdrawalId } of movements) {
    if (status !== "sending" || withdrawalId === null) continue;
    if (state === "held") {
      if (luck.percent(isCalm ? 20 : 10)) await command("payouts void", id);
      else if (!isFrozen(withdrawalId) && luck.percent(60)) await command("payouts approve", id);
    } else if (!isCalm && luck.percent(2)) await command(luck.pick(["payouts hold", "payouts void"]), id);
  }
}

/** Now and then a member has the account back: the operator ends the freeze, and lets some of what it holds go on. */
export async function unfreezeMembers(
  { ctx, luck, faults }: { ctx: Context; luck: Chance; faults: string[] },
  members: readonly Member[],
): Promise<void> {
  for (const who of members) {
    if (!isFrozen(who, ctx.clock.now()) || !luck.percent(4)) continue;
    const held = await selectMovements(ctx.db.orm)
      .where(and(eq(payoutGuard.state, "held"), inArray(outgoing.withdrawalId, [...who.withdrawalIds])))
      .orderBy(outgoing.id);
    const named = held.flatMap(({ withdrawalId }) => (withdrawalId !== null && luck.percent(30) ? [withdrawalId] : []));
    const args = { email: who.email, let_go: named.join(","), reason: "simulated", anyway: "yes" };
    const outcome = await runCommand(ctx, { command: "members unfreeze", args, operator: { name: "anna" } });
    if (outcome.ok) who.frozenUntil = null;
    else faults.push(`${who.email} stays frozen: ${outcome.sentence}`);
  }
}
