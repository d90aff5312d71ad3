import { z } from "zod/v4";
import type { Tx } from "../../db/database.ts";
import { reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import { endMovement } from "../../operator/end-movement.ts";
import type { Context } from "../../ports/context.ts";
import { hitsOn } from "../../screening/screen.ts";
import { recordApproval } from "../../staff/approve.ts";
import { type Reason, secondPersonReasons } from "../../staff/second-person.ts";
import { clearWithdrawal } from "../../withdrawals/clear-withdrawal.ts";
import { approvalAction, auditSubjectOf } from "../approved-since.ts";
import { holdMovement, letGoOn } from "../hold.ts";
import { lockMovement, type Movement, readMovement } from "../movement.ts";
import { ownerObstacle } from "../owner-obstacle.ts";
import { queueMovement } from "../request-payout.ts";
import { objectionTo } from "./approvals.ts";
import { movementArgument } from "./movement.ts";
import { operatorsOf } from "./operators-of.ts";

const movementAndReason = z.object({ id: movementArgument, reason: reasonArgument });

export const payoutDecisionCommands = [
  command({
    name: "payouts approve",
    summary: "Lets a held payout go on, as a second operator: not one who has worked on its order or account.",
    changes: { asksNothing: "it is the second look itself, and the caps still hold" },
    positional: ["id"],
    args: movementAndReason.extend({
      of: z
        .string()
        .max(2000)
        .transform((text) => text.split(",").map((id) => id.trim()))
        .default([])
        .describe("entries of `payouts show` that are approved for this payout, separated by commas"),
    }),
    run: approve,
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

type Approval = { id: string; reason: string; of: readonly string[] };

async function approve(ctx: Context, { id, reason, of }: Approval, operator: Operator): Promise<Outcome> {
  const outcome = await ctx.db.transaction(async (tx) => {
    const frozen = await freezeOf(ctx, tx, id);
    const movement = await lockMovement(tx, id);
    if (!movement) return refused(`There is no payout ${id}.`);
    if (movement.state !== "held")
      return refused(`The payout ${id} is ${movement.state}: there is nothing to approve.`);
    if ((await hitsOn(tx, "movement", id)).open > 0)
      return refused(`The payout ${id} has undecided hits: \`screening list\`, then screening clear or confirm.`);
    if ((await operatorsOf(tx, movement)).includes(operator.name)) {
      return refused("REFUSED: you have worked on this order or account. Another operator has to approve its payout.");
    }
    const now = ctx.clock.now();
    const reasons = await secondPersonReasons(tx, movement, now);
    const objection = objectionToReasons(reasons, of, operator);
    if (objection !== null) return refused(objection);
    if (frozen && frozen.until > now)
      return refused(
        `Withdrawals of this member are frozen until ${frozen.until.toISOString()}: \`members unfreeze\` decides about it.`,
      );
    if (frozen && movement.withdrawalId !== null) await clearWithdrawal(tx, movement.withdrawalId, now);
    await recordApprovals(ctx, tx, movement, reasons, operator);
    const state = await letGoOn(tx, movement, operator.name, now);
    // Whoever lets a withdrawal go that a freeze had caught is the first person, not the second.
    const makerFacts = frozen ? [{ kind: "withdrawal_let_go", about: "movement", id } as const] : [];
    const entry = entryOf(approvalAction, movement, reason, {
      after: state,
      of: reasons.map(({ id: entryId }) => entryId),
    });
    await recordAudit(ctx, tx, operator, { ...entry, makerFacts });
    await queueMovement(ctx, tx, movement);
    return done(`The payout ${id} goes on.${operator.commandId ? "" : ` ${namesAreLabels}`}`);
  });
  ctx.jobs.wakeWorkers();
  return outcome;
}

/** The freeze of an account, perhaps past, that stopped a payout. Locks the account: before the movement, as its owner does. */
async function freezeOf(ctx: Context, tx: Tx, id: string): Promise<{ until: Date } | null> {
  const movement = await readMovement(tx, id);
  const obstacle = movement ? await ownerObstacle(ctx, tx, movement) : null;
  return obstacle?.until ? { until: obstacle.until } : null;
}

const namesAreLabels =
  "There are no staff, so operators' names are labels only, and one person can do all: `staff list`.";

/** Why this operator's word is not enough, or is about more than the operator has named. */
function objectionToReasons(reasons: readonly Reason[], of: readonly string[], operator: Operator): string | null {
  for (const reason of reasons) {
    const objection = objectionTo(reason, operator);
    if (objection !== null) return objection;
  }
  const unnamed = reasons.filter(({ id }) => !of.includes(id));
  if (unnamed.length === 0) return null;
  const reasonLines = unnamed.map(
    ({ id, kind, about, subject, actor }) => `${id}: ${kind} of ${actor}, ${about} ${subject}`,
  );
  const all = reasons.map(({ id }) => id).join(",");
  return `REFUSED: look at what it rests on, and name it with --of ${all}:\n${reasonLines.join("\n")}`;
}

/** The signed word about the payout, and about each entry for this payout alone. */
async function recordApprovals(
  ctx: Context,
  tx: Tx,
  { id }: Movement,
  reasons: readonly Reason[],
  { commandId }: Operator,
): Promise<void> {
  if (!commandId) return;
  for (const entryId of [null, ...reasons.map((reason) => reason.id)])
    await recordApproval(ctx, tx, { entryId, movementId: id, commandId }, ctx.clock.now());
}

async function holdBack(ctx: Context, id: string, reason: string, operator: Operator): Promise<Outcome> {
  return ctx.db.transaction(async (tx) => {
    const movement = await lockMovement(tx, id);
    if (!movement) return refused(`There is no payout ${id}.`);
    if (movement.state === "held" || !(await holdMovement(tx, id, ctx.clock.now()))) {
      return refused(`The payout ${id} is ${movement.state} and cannot be held.`);
    }
    await recordAudit(ctx, tx, operator, entryOf("payout_held", movement, reason, { after: "held" }));
    return done(`The payout ${id} is held. It goes on with \`payouts approve\`.`);
  });
}

async function end(ctx: Context, id: string, reason: string, operator: Operator): Promise<Outcome> {
  const objection = await endMovement(ctx, id, reason, operator);
  return objection === null ? done(`The payout ${id} is void.`) : refused(objection);
}

function entryOf(action: string, movement: Movement, reason: string, after: { after: string; of?: string[] }) {
  const { id, state, why } = movement;
  return { action, subject: auditSubjectOf(movement), reason, details: { movement: id, before: state, why, ...after } };
}
