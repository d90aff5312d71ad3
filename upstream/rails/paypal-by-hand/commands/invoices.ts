import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import type { Tx } from "../../../db/database.ts";
import { paypalTask } from "../../../db/schema/index.ts";
import { reasonArgument } from "../../../operator/arguments.ts";
import { command, done, type Operator, type Outcome, refused } from "../../../operator/command.ts";
import { queueMovement } from "../../../payouts/request-payout.ts";
import type { Context } from "../../../ports/context.ts";
import { lockTask } from "../task-store.ts";
import { auditTask, changeTask, claimOfOther, type LockedTask, taskArgument } from "./task-command.ts";

/** PayPal's own pages only: the order's page leads its customer there. */
const paypalPage = /^https:\/\/(www\.)?(sandbox\.)?paypal\.com\/[\x21-\x7e]{1,300}$/;

const sent = z.object({
  number: taskArgument,
  invoice: z
    .string({ error: "invoice: enter PayPal's invoice number." })
    .trim()
    .regex(/^[A-Za-z0-9-]{1,40}$/, "invoice: enter PayPal's invoice number, as in INV2-ABCD-EFGH-JKLM-NPQR.")
    .describe("PayPal's number of the invoice"),
  url: z
    .string()
    .trim()
    .regex(paypalPage, "url: a page of https://www.paypal.com/ only.")
    .optional()
    .describe("the page on which the payer pays it, from PayPal's Share link"),
});
const failed = z.object({ number: taskArgument, reason: reasonArgument });

export const taskInvoiceCommands = [
  command({
    name: "tasks invoiced",
    summary: "Says that the invoice of your task was sent, with PayPal's number: the order's page then says so.",
    changes: { asksNothing: "no money moves" },
    positional: ["number"],
    args: sent,
    run: (ctx, args, operator) =>
      changeTask(ctx, args.number, (tx, locked) => invoiced(ctx, tx, locked, { ...args, operator })),
  }),
  command({
    name: "tasks cancelled",
    summary: "Says that the invoice of your task was cancelled at PayPal, or was never sent.",
    changes: { asksNothing: "a payment that comes all the same is entered with `tasks received`" },
    positional: ["number"],
    args: z.object({ number: taskArgument }),
    run: (ctx, { number }, operator) => changeTask(ctx, number, (tx, locked) => cancelled(ctx, tx, locked, operator)),
  }),
  command({
    name: "tasks failed",
    summary:
      "Says that PayPal does not take the payment of your task: nothing was sent, and the order asks its customer for another account.",
    changes: { asksNothing: "nothing was paid, and the money is the order's again" },
    positional: ["number"],
    args: failed,
    run: (ctx, { number, reason }, operator) =>
      changeTask(ctx, number, (tx, locked) => fail(ctx, tx, locked, { reason, operator })),
  }),
];

type Sent = { invoice: string; url?: string | undefined; operator: Operator };

async function invoiced(ctx: Context, tx: Tx, locked: LockedTask, { invoice, url, operator }: Sent): Promise<Outcome> {
  const { task, now } = locked;
  if (task.kind !== "invoice") return refused(`Task ${task.number} is no invoice.`);
  const obstacle = claimOfOther(task, operator, now);
  if (obstacle !== null) return refused(obstacle);
  if (task.withdrawnAt !== null) return refused(await cancelFirst(tx, task.orderRef ?? ""));
  const page = { invoiceNumber: invoice, invoiceUrl: url ?? null, sentAt: now };
  await tx
    .update(paypalTask)
    .set({ state: "sent", ...page })
    .where(eq(paypalTask.number, task.number));
  await auditTask(ctx, tx, operator, locked, { action: "task_invoiced", reason: null, after: { invoice } });
  return done(`Task ${task.number}: the invoice ${invoice} is with its payer. Once it is paid: \`tasks received\`.`);
}

async function cancelFirst(tx: Tx, orderRef: string): Promise<string> {
  const cancel = await lockTask(tx, { orderRef, kind: "cancel_invoice" });
  const how = cancel ? `, then \`tasks claim ${cancel.number}\` and \`tasks cancelled ${cancel.number}\`` : "";
  return `The order needs no invoice any more. If it was sent, cancel it at PayPal${how}.`;
}

async function cancelled(ctx: Context, tx: Tx, locked: LockedTask, operator: Operator): Promise<Outcome> {
  const { task, now } = locked;
  if (task.kind !== "cancel_invoice") return refused(`Task ${task.number} cancels no invoice.`);
  const obstacle = claimOfOther(task, operator, now);
  if (obstacle !== null) return refused(obstacle);
  await tx.update(paypalTask).set({ state: "done", endedAt: now }).where(eq(paypalTask.number, task.number));
  const invoice = await lockTask(tx, { orderRef: task.orderRef ?? "", kind: "invoice" });
  if (invoice && invoice.endedAt === null)
    await tx.update(paypalTask).set({ state: "dropped", endedAt: now }).where(eq(paypalTask.number, invoice.number));
  await auditTask(ctx, tx, operator, locked, { action: "task_cancelled", reason: null, after: { state: "done" } });
  return done(`Task ${task.number} is done: nobody can pay that invoice any more.`);
}

type Failing = { reason: string; operator: Operator };

async function fail(ctx: Context, tx: Tx, locked: LockedTask, { reason, operator }: Failing): Promise<Outcome> {
  const { task, now } = locked;
  const { number, kind, movementId, claimedBy, claimedUntil } = task;
  if (movementId === null) return refused(`Task ${number} pays nobody: it is ${kind}.`);
  const obstacle = claimOfOther(task, operator, now);
  if (obstacle !== null) return refused(obstacle);
  // Whoever was on it may have paid: that is answered first.
  if (claimedUntil !== null && claimedUntil <= now && claimedBy !== operator.name)
    return refused(`${claimedBy} had task ${number}: \`tasks give-back ${number}\` with a screenshot first.`);
  await tx.update(paypalTask).set({ state: "failed", reason, endedAt: now }).where(eq(paypalTask.number, number));
  await auditTask(ctx, tx, operator, locked, { action: "task_failed", reason, after: { state: "failed" } });
  await queueMovement(ctx, tx, { id: movementId });
  return done(`Task ${number} could not be paid: its money goes back to where it came from.`);
}
