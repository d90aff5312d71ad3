import { z } from "zod/v4";
import type { Tx } from "../../../db/database.ts";
import { brokenConstraint } from "../../../db/retry.ts";
import { recordAudit } from "../../../operator/audit.ts";
import { type Operator, type Outcome, refused } from "../../../operator/command.ts";
import type { Context } from "../../../ports/context.ts";
import type { MakerFact } from "../../../staff/rules/maker-facts.ts";
import { partyOf, type TaskParty } from "../task-facts.ts";
import { lockTask, type TaskRow } from "../task-store.ts";
import { tellEntries } from "../tell-entries.ts";

export const taskArgument = z.coerce
  .number({ error: "Enter the number of the task." })
  .int("Enter the number of the task.")
  .min(1, "Enter the number of the task.")
  .max(2_147_483_647, "Enter the number of the task.")
  .describe("number, as in `tasks list`");

export const screenshotArgument = z
  .string({ error: "Enter the screenshot with --screenshot." })
  .min(1)
  .describe("picture of PayPal's page on this machine, PNG, JPEG or WebP");

export type LockedTask = { task: TaskRow; party: TaskParty; now: Date };

/** One change of one task at a time; what it has entered is told to order and guard after the commit. */
export async function changeTask(
  ctx: Context,
  number: number,
  work: (tx: Tx, locked: LockedTask) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    const outcome = await ctx.db.transaction(async (tx) => {
      const task = await lockTask(tx, { number });
      if (!task) return refused(`There is no task ${number}: see \`tasks list\`.`);
      return work(tx, { task, party: await partyOf(tx, task), now: ctx.clock.now() });
    });
    if (outcome.ok) await tellEntries(ctx);
    return outcome;
  } catch (error) {
    const taken = takenMomentsAgo[brokenConstraint(error) ?? ""];
    if (taken === undefined) throw error;
    return refused(taken);
  }
}

/** What two people have entered at once about different tasks. */
const takenMomentsAgo: Readonly<Record<string, string>> = {
  paypal_entry_tx: "tx: this transaction was entered a moment ago, for another task.",
  paypal_entry_case_opened: "case: this case was entered before, for another task.",
  paypal_entry_case_ended: "case: the end of this case was entered before, for another task.",
};

type Noted = { action: string; reason: string | null; id?: string; makerFacts?: readonly MakerFact[] };

/** The audit entry of a change of a task. `after`: what is true now. */
export function auditTask(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  { task, party }: LockedTask,
  { after, ...noted }: Noted & { after: Record<string, unknown> },
): Promise<void> {
  return recordAudit(ctx, tx, operator, {
    ...noted,
    subject: auditSubject(task, party),
    details: { task: task.number, before: task.state, after },
  });
}

/** What the audit entries of a task are about: the order or withdrawal that it belongs to. */
export const auditSubject = ({ movementId, number }: TaskRow, { orderRef, withdrawalId }: TaskParty): string =>
  orderRef ?? withdrawalId ?? movementId ?? String(number);

/** PayPal's name of the currency. */
export const currencyOf = ({ asset }: Pick<TaskRow, "asset">) => asset.replace(/^paypal-/, "").toUpperCase();

/** Until when, for people. */
export const timeOf = (at: Date | null) => (at ? `${at.toISOString().slice(0, 16).replace("T", " ")} UTC` : null);

/** Whose claim keeps this operator from the task; null where it is the operator's own. */
export function claimOfOther({ number, claimedBy, claimedUntil, state }: TaskRow, operator: Operator, now: Date) {
  if (state !== "claimed") return `Task ${number} is ${state}: \`tasks show ${number}\`.`;
  if (claimedBy === operator.name) return null;
  const isOver = claimedUntil !== null && claimedUntil <= now;
  return isOver ? null : `${claimedBy} is on task ${number} until ${timeOf(claimedUntil)}.`;
}
