import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import type { Tx } from "../../../db/database.ts";
import { paypalEntry, paypalTask } from "../../../db/schema/index.ts";
import { reasonArgument } from "../../../operator/arguments.ts";
import { command, done, type Operator, type Outcome, refused } from "../../../operator/command.ts";
import { retryHeld } from "../../../payouts/commands/approvals.ts";
import type { Context } from "../../../ports/context.ts";
import { findEntry, recordApproval } from "../../../staff/approve.ts";
import { whyNotConfirmed } from "../disputed-payment.ts";
import { normalTx, readAmount } from "../entry-faults.ts";
import { type EntryRow, type TaskRow, taskEntriesOf } from "../task-store.ts";
import { answerByArgument, caseArgument, resultArgument } from "./disputes.ts";
import { auditTask, changeTask, type LockedTask } from "./task-command.ts";

const entryArgument = z
  .string({ error: "Enter the entry." })
  .trim()
  .min(1)
  .max(64)
  .describe("entry, as in `tasks list`");

const confirmation = z.object({
  id: entryArgument,
  tx: z.string().max(60).optional().describe("transaction ID, read from the screenshot"),
  amount: z
    .string({ error: "amount: read the amount from the screenshot." })
    .max(40)
    .describe("amount, read from the screenshot"),
  case: caseArgument.optional().describe("of a dispute: PayPal's case number, read from the screenshot"),
  answer_by: answerByArgument
    .optional()
    .describe("of one that was opened: the last day for an answer, read from there"),
  result: resultArgument.optional().describe("of one that was decided: won or lost, read from there"),
  reason: reasonArgument,
});
type Confirmation = z.infer<typeof confirmation>;

export const taskDecisionCommands = [
  command({
    name: "tasks confirm",
    summary: "Confirms an entry as the second person, with what you read on its screenshot: `tasks screenshot`.",
    changes: { asksNothing: "it is the second look itself" },
    positional: ["id"],
    args: confirmation,
    run: (ctx, args, operator) =>
      onEntry(ctx, args.id, async (tx, locked, entry) => {
        const objection = objectionTo(entry, args, operator) ?? (await whyNotConfirmed(tx, locked.task, entry));
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
function objectionTo(entry: EntryRow, typed: Confirmation, operator: Operator): string | null {
  if (entry.enteredBy === operator.name)
    return `REFUSED: ${entry.id} is your own entry; another person has to confirm it.`;
  const faults = [
    ...(entry.caseId === null ? [readAs("tx", typed.tx && normalTx(typed.tx), entry.tx)] : caseFaults(entry, typed)),
    readAs("amount", readAmount(typed.amount), entry.amount),
  ].filter((fault) => fault !== null);
  return faults.length === 0 ? null : faults.join("\n");
}

function caseFaults({ kind, caseId, answerBy }: EntryRow, typed: Confirmation): (string | null)[] {
  const dayOf = (at: Date | null | undefined) => at?.toISOString().slice(0, 10);
  const ended = kind === "dispute_won" ? "won" : "lost";
  return [
    readAs("case", typed.case, caseId),
    // PayPal names a day.
    kind === "disputed"
      ? readAs("answer-by", dayOf(typed.answer_by), dayOf(answerBy))
      : readAs("result", typed.result, ended),
  ];
}

function readAs<Value>(field: string, typed: Value | undefined, entered: Value): string | null {
  if (typed === undefined) return `${field}: read it from the screenshot, and enter it with --${field}.`;
  return typed === entered
    ? null
    : `${field}: another one was entered. If the screenshot shows yours, \`tasks reject\`.`;
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
  const after = { ...auditedEntry(entry), state: "confirmed" };
  await auditTask(ctx, tx, operator, locked, { action: "task_confirmed", reason, after });
  await retryHeld(ctx, tx);
  return done(`${namedEntry(entry)} is confirmed for task ${task.number}.`);
}

/** A payment is done with its entry, an invoice once all of it was paid. */
async function isDone(tx: Tx, { number, kind, state, amount }: TaskRow, entry: EntryRow): Promise<boolean> {
  if (entry.kind === "paid") return true;
  if (kind !== "invoice" || state !== "sent") return false;
  const received = (await taskEntriesOf(tx, number)).filter(
    (receipt) => receipt.kind === "received" && receipt.state === "confirmed",
  );
  return received.reduce((sum, receipt) => sum + (receipt.amount ?? 0n), 0n) >= amount;
}

async function reject(ctx: Context, tx: Tx, { locked, entry, reason, operator }: Decision): Promise<Outcome> {
  const { task, now } = locked;
  const commandId = operator.commandId ?? null;
  await decide(tx, entry, { state: "refused", decidedBy: operator.name, decidedAt: now, decisionId: commandId });
  // It is not known whether something was paid: the claim goes on, and its time asks.
  if (entry.kind === "paid")
    await tx.update(paypalTask).set({ state: "claimed" }).where(eq(paypalTask.number, task.number));
  const after = { ...auditedEntry(entry), state: "refused" };
  await auditTask(ctx, tx, operator, locked, { action: "task_rejected", reason, after });
  return done(`${namedEntry(entry)} does not count for task ${task.number}.`);
}

const namedEntry = ({ kind, tx, caseId }: EntryRow) => `${kind} with ${caseId ?? tx}`;

const auditedEntry = ({ id, kind, tx, caseId, enteredBy }: EntryRow) => {
  return { entry: id, kind, tx, ...(caseId !== null && { case: caseId }), entered_by: enteredBy };
};

type Decided = Pick<EntryRow, "state" | "decidedBy" | "decidedAt" | "decisionId">;

/** What its order has heard as seen is final or gone now; what it has not heard of needs no telling where it is refused. */
async function decide(tx: Tx, { id, isTold }: EntryRow, decided: Decided): Promise<void> {
  const hears = decided.state === "confirmed" || isTold;
  await tx
    .update(paypalEntry)
    .set({ ...decided, isTold: !hears })
    .where(eq(paypalEntry.id, id));
}
