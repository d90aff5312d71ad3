import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { parseAmount } from "../../../../contract/values/decimal.ts";
import type { Tx } from "../../../db/database.ts";
import { paypalEntry, paypalTask } from "../../../db/schema/index.ts";
import { currencyDecimals } from "../../../market/rules/currency-assets.ts";
import { reasonArgument } from "../../../operator/arguments.ts";
import { command, done, type Operator, type Outcome, refused } from "../../../operator/command.ts";
import { retryHeld } from "../../../payouts/commands/approvals.ts";
import type { Context } from "../../../ports/context.ts";
import { findEntry, recordApproval } from "../../../staff/approve.ts";
import { normalTx } from "../entry-faults.ts";
import { type EntryRow, entriesOf, type TaskRow } from "../task-store.ts";
import { auditTask, changeTask, type LockedTask } from "./task-command.ts";

const entryArgument = z
  .string({ error: "Enter the entry." })
  .trim()
  .min(1)
  .max(64)
  .describe("entry, as in `tasks list`");

const confirmation = z.object({
  id: entryArgument,
  tx: z
    .string({ error: "tx: read the transaction ID from the screenshot." })
    .max(60)
    .describe("transaction ID, read from the screenshot"),
  amount: z
    .string({ error: "amount: read the amount from the screenshot." })
    .max(40)
    .describe("amount, read from the screenshot"),
  reason: reasonArgument,
});

export const taskDecisionCommands = [
  command({
    name: "tasks confirm",
    summary: "Confirms an entry as the second person, with what you read on its screenshot: `tasks screenshot`.",
    changes: { asksNothing: "it is the second look itself" },
    positional: ["id"],
    args: confirmation,
    run: (ctx, args, operator) =>
      onEntry(ctx, args.id, async (tx, locked, entry) => {
        const objection = objectionTo(entry, args, operator);
        return objection === null
          ? confirm(ctx, tx, { locked, entry, reason: args.reason, operator })
          : refused(objection);
      }),
  }),
  command({
    name: "tasks reject",
    summary:
      "Says that an entry is wrong, your own too. What was not paid has to be done again, what was paid entered again.",
    changes: { asksNothing: "it books nothing, and the right entry can follow" },
    positional: ["id"],
    args: z.object({ id: entryArgument, reason: reasonArgument }),
    run: (ctx, { id, reason }, operator) =>
      onEntry(ctx, id, (tx, locked, entry) => reject(ctx, tx, { locked, entry, reason, operator })),
  }),
];

async function onEntry(
  ctx: Context,
  id: string,
  work: (tx: Tx, locked: LockedTask, entry: EntryRow) => Promise<Outcome>,
): Promise<Outcome> {
  const [row] = await ctx.db.orm.select({ task: paypalEntry.task }).from(paypalEntry).where(eq(paypalEntry.id, id));
  if (!row) return refused(`There is no entry ${id}: see \`tasks list\`.`);
  return changeTask(ctx, row.task, async (tx, locked) => {
    // The task is locked, and with it everything that is said of it.
    const [entry] = await tx.select().from(paypalEntry).where(eq(paypalEntry.id, id));
    if (entry?.state !== "waiting") return refused(`The entry ${id} is ${entry?.state} already.`);
    return work(tx, locked, entry);
  });
}

/** Whoever confirms has to have looked: what was entered is not shown to be copied. */
function objectionTo(entry: EntryRow, typed: z.infer<typeof confirmation>, operator: Operator): string | null {
  if (entry.enteredBy === operator.name)
    return `REFUSED: ${entry.id} is your own entry; another person has to confirm it.`;
  const faults = [
    normalTx(typed.tx) === entry.tx
      ? []
      : ["tx: another one was entered. If the screenshot shows yours, `tasks reject`."],
    parseAmount(typed.amount, currencyDecimals) === entry.amount
      ? []
      : ["amount: another one was entered. If the screenshot shows yours, `tasks reject`."],
  ].flat();
  return faults.length === 0 ? null : faults.join("\n");
}

type Decision = { locked: LockedTask; entry: EntryRow; reason: string; operator: Operator };

async function confirm(ctx: Context, tx: Tx, { locked, entry, reason, operator }: Decision): Promise<Outcome> {
  const { task, now } = locked;
  const commandId = operator.commandId ?? null;
  await decide(tx, entry, { state: "confirmed", decidedBy: operator.name, decidedAt: now, decisionId: commandId });
  // The guard asks for this word about money that only an operator's word says to be there.
  if (commandId !== null && (await findEntry(tx, entry.id)))
    await recordApproval(ctx, tx, { entryId: entry.id, movementId: null, commandId }, now);
  if (await isDone(tx, task, entry))
    await tx.update(paypalTask).set({ state: "done", endedAt: now }).where(eq(paypalTask.number, task.number));
  const after = { entry: entry.id, kind: entry.kind, state: "confirmed", tx: entry.tx, entered_by: entry.enteredBy };
  await auditTask(ctx, tx, operator, locked, { action: "task_confirmed", reason, after });
  await retryHeld(ctx, tx);
  return done(`${entry.kind} with ${entry.tx} is confirmed for task ${task.number}.`);
}

/** A payment is done with its entry, an invoice once all of it was paid. */
async function isDone(tx: Tx, { number, kind, state, amount }: TaskRow, entry: EntryRow): Promise<boolean> {
  if (entry.kind === "paid") return true;
  if (kind !== "invoice" || state !== "sent") return false;
  const received = (await entriesOf(tx, number)).filter((one) => one.kind === "received" && one.state === "confirmed");
  return received.reduce((sum, one) => sum + (one.amount ?? 0n), 0n) >= amount;
}

async function reject(ctx: Context, tx: Tx, { locked, entry, reason, operator }: Decision): Promise<Outcome> {
  const { task, now } = locked;
  const commandId = operator.commandId ?? null;
  await decide(tx, entry, { state: "refused", decidedBy: operator.name, decidedAt: now, decisionId: commandId });
  // It is not known whether something was paid: the claim goes on, and its time asks.
  if (entry.kind === "paid")
    await tx.update(paypalTask).set({ state: "claimed" }).where(eq(paypalTask.number, task.number));
  const after = { entry: entry.id, kind: entry.kind, state: "refused", tx: entry.tx, entered_by: entry.enteredBy };
  await auditTask(ctx, tx, operator, locked, { action: "task_rejected", reason, after });
  return done(`${entry.kind} with ${entry.tx} does not count for task ${task.number}.`);
}

type Decided = Pick<EntryRow, "state" | "decidedBy" | "decidedAt" | "decisionId">;

/** What its order has heard as seen is final or gone now; what it has not heard of needs no telling where it is refused. */
async function decide(tx: Tx, { id, isTold }: EntryRow, decided: Decided): Promise<void> {
  const hears = decided.state === "confirmed" || isTold;
  await tx
    .update(paypalEntry)
    .set({ ...decided, isTold: !hears })
    .where(eq(paypalEntry.id, id));
}
