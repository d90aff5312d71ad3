import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import type { Context } from "../../../context.ts";
import type { Tx } from "../../../db/database.ts";
import { member, withdrawal } from "../../../db/schema/index.ts";
import { isCaught } from "../../../domain/withdrawals/freeze.ts";
import { hold, letGoOn } from "../../../payouts/hold.ts";
import { lockMovement, type Movement } from "../../../payouts/movement.ts";
import { queueMovement } from "../../../payouts/request-payout.ts";
import { clearWithdrawal } from "../../../withdrawals/clear-withdrawal.ts";
import { reasonArgument } from "../../arguments.ts";
import { recordAudit } from "../../audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../command.ts";
import { endMovement } from "../../end-movement.ts";
import { movementArgument } from "./movement.ts";
import { operatorsOf } from "./operators-of.ts";

const movementAndReason = z.object({ id: movementArgument, reason: reasonArgument });

export const payoutDecisionCommands = [
  command({
    name: "payouts approve",
    summary: "Lets a held payout go on, as a second operator: not one who has worked on its order or account.",
    changes: { asksNothing: "it is the second look itself, and the caps still hold" },
    positional: ["id"],
    args: movementAndReason,
    run: (ctx, { id, reason }, operator) => approve(ctx, id, reason, operator),
  }),
  command({
    name: "payouts hold",
    summary: "Holds a payout or refund that is not sent yet, until an operator approves it.",
    changes: { asksNothing: "payouts approve undoes it" },
    positional: ["id"],
    args: movementAndReason,
    run: (ctx, { id, reason }, operator) => holdBack(ctx, id, reason, operator),
  }),
  command({
    name: "payouts void",
    summary:
      "Ends a payout or refund that is certain not to be sent; the order then waits for its customer or operator.",
    changes: { asksNothing: "nothing was sent, and the money is the order's again" },
    positional: ["id"],
    args: movementAndReason,
    run: (ctx, { id, reason }, operator) => end(ctx, id, reason, operator),
  }),
];

async function approve(ctx: Context, id: string, reason: string, operator: Operator): Promise<Outcome> {
  const outcome = await ctx.db.transaction(async (tx) => {
    const movement = await lockMovement(tx, id);
    if (!movement) return refused(`There is no payout ${id}.`);
    if (movement.state !== "held")
      return refused(`The payout ${id} is ${movement.state}: there is nothing to approve.`);
    if ((await operatorsOf(tx, movement)).includes(operator.name)) {
      return refused("You have worked on this order or account. Another operator has to approve its payout.");
    }
    const frozen = await frozenOrCleared(tx, movement, ctx.clock.now());
    if (frozen !== null) return refused(frozen);
    const state = await letGoOn(tx, movement, operator.name, ctx.clock.now());
    await recordAudit(ctx, tx, operator, entry("payout_approved", movement, reason, { after: state }));
    await queueMovement(ctx, tx, movement);
    return done(`The payout ${id} goes on.`);
  });
  ctx.jobs.wakeWorkers();
  return outcome;
}

/**
 * While the member's withdrawals are frozen, why nothing can be approved. A freeze that has ended by itself is left behind:
 * this approval is the look that its withdrawal waited for.
 */
async function frozenOrCleared(tx: Tx, movement: Movement, now: Date): Promise<string | null> {
  if (movement.withdrawalId === null) return null;
  const [row] = await tx
    .select({ withdrawal, until: member.withdrawalsFrozenUntil })
    .from(withdrawal)
    .innerJoin(member, eq(member.id, withdrawal.memberId))
    .where(eq(withdrawal.id, movement.withdrawalId));
  if (!row || !isCaught(row.withdrawal, row.until)) return null;
  if (row.until !== null && row.until > now)
    return `Withdrawals of this member are frozen until ${row.until.toISOString()}: \`members unfreeze\` decides about it.`;
  await clearWithdrawal(tx, movement.withdrawalId, now);
  return null;
}

async function holdBack(ctx: Context, id: string, reason: string, operator: Operator): Promise<Outcome> {
  return ctx.db.transaction(async (tx) => {
    const movement = await lockMovement(tx, id);
    if (!movement) return refused(`There is no payout ${id}.`);
    if (movement.state === "held" || !(await hold(tx, id, ctx.clock.now()))) {
      return refused(`The payout ${id} is ${movement.state} and cannot be held.`);
    }
    await recordAudit(ctx, tx, operator, entry("payout_held", movement, reason, { after: "held" }));
    return done(`The payout ${id} is held. It goes on with \`payouts approve\`.`);
  });
}

async function end(ctx: Context, id: string, reason: string, operator: Operator): Promise<Outcome> {
  const objection = await endMovement(ctx, id, reason, operator);
  return objection === null ? done(`The payout ${id} is void.`) : refused(objection);
}

function entry(
  action: string,
  { id, orderRef, withdrawalId, state, why }: Movement,
  reason: string,
  { after }: { after: string },
) {
  return {
    action,
    subject: orderRef ?? withdrawalId ?? id,
    reason,
    details: { movement: id, before: state, why, after },
  };
}
