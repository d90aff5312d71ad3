import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../../contract/order/order-number.ts";
import type { Tx } from "../../../db/database.ts";
import { order, paypalTask } from "../../../db/schema/index.ts";
import { isPaymentDisputed } from "../../../db/sql/payment-doubts.ts";
import { reasonArgument } from "../../../operator/arguments.ts";
import { command, done, type Operator, type Outcome, refused } from "../../../operator/command.ts";
import { obstacleSinceRelease } from "../../../payouts/owner-obstacle.ts";
import { isStopped } from "../../../payouts/stopped-rails.ts";
import type { Context } from "../../../ports/context.ts";
import { pictureFault, readPicture, writeEntry } from "../enter.ts";
import { paypalByHand, taskSettings } from "../settings.ts";
import type { TaskRow } from "../task-store.ts";
import { auditTask, changeTask, type LockedTask, screenshotArgument, taskArgument, timeOf } from "./task-command.ts";

const returned = z.object({
  number: taskArgument,
  reason: reasonArgument,
  screenshot: screenshotArgument
    .optional()
    .describe("after the claim's time: PayPal's activity, where nothing was paid"),
});

export const taskClaimCommands = [
  command({
    name: "tasks claim",
    summary: "Makes a task yours for a while: nobody else can do it. Again, it gives you more time.",
    changes: { asksNothing: "a claim of another person is never taken over" },
    positional: ["number"],
    args: z.object({ number: taskArgument }),
    run: (ctx, { number }, operator) => changeTask(ctx, number, (tx, locked) => claim(ctx, tx, locked, operator)),
  }),
  command({
    name: "tasks give-back",
    summary:
      "Says that nothing was paid or sent for a task, and gives it back. After the claim's time anybody can say so, with a screenshot of PayPal's activity.",
    changes: { asksNothing: "nothing was paid, and the screenshot is kept" },
    positional: ["number"],
    files: ["screenshot"],
    args: returned,
    run: giveBack,
  }),
];

async function claim(ctx: Context, tx: Tx, locked: LockedTask, operator: Operator): Promise<Outcome> {
  const { task, now } = locked;
  const { number, state, claimedBy } = task;
  const isOwn = state === "claimed" && claimedBy === operator.name;
  const obstacle = (isOwn ? null : await whyNotClaimed(tx, locked)) ?? (await whyNotPaid(ctx, tx, locked));
  if (obstacle !== null) return refused(obstacle);
  const claimedUntil = new Date(now.getTime() + taskSettings(ctx.env.railSettings).claimMinutes * 60_000);
  const claimed = { state: "claimed", claimedBy: operator.name, claimedUntil } as const;
  await tx.update(paypalTask).set(claimed).where(eq(paypalTask.number, number));
  const after = { claimed_by: operator.name, until: claimedUntil.toISOString() };
  await auditTask(ctx, tx, operator, locked, { action: "task_claimed", reason: null, after });
  return done(`Task ${number} is yours until ${timeOf(claimedUntil)}: \`tasks show ${number}\` says what to do.`);
}

async function whyNotClaimed(tx: Tx, { task, party, now }: LockedTask): Promise<string | null> {
  const { number, state, kind, claimedBy, claimedUntil } = task;
  if (state === "claimed")
    return claimedUntil !== null && claimedUntil <= now
      ? `${claimedBy} had task ${number} until ${timeOf(claimedUntil)}, and has not said whether it was paid. Look at PayPal first, then ${bothAnswers(task)}.`
      : `${claimedBy} is on task ${number} until ${timeOf(claimedUntil)}.`;
  if (state !== "open") return `Task ${number} is ${state}: there is nothing to do.`;
  if (kind === "invoice") return (await isOrdered(tx, task)) ? null : `The order of task ${number} was not confirmed.`;
  const isPayment = kind === "pay" || kind === "refund";
  if (isPayment && party.orderRef !== null && (await isPaymentDisputed(tx, party.orderRef)))
    return `The payment of ${shownRef(party.orderRef)} is disputed, or somebody has entered that: nothing is paid for it until that is decided.`;
  return isPayment && (await isStopped(tx, paypalByHand))
    ? `Payouts by ${paypalByHand} are stopped: \`payouts go\` ends that.`
    : null;
}

/** Whether the payee, or the customer who asked for the payment, was blocked, listed or frozen since the payout guard released it. */
async function whyNotPaid(ctx: Context, tx: Tx, { task }: LockedTask): Promise<string | null> {
  const { number, movementId } = task;
  const obstacle = movementId === null ? null : await obstacleSinceRelease(ctx, tx, movementId);
  const advice = `Do not pay it${task.state === "claimed" ? `; return it with \`tasks give-back ${number}\`` : ""}.`;
  switch (obstacle) {
    case "blocked_party":
      return `Task ${number}: the payee, or the customer who asked for it, is on the blocklist (\`blocklist list\`). ${advice}`;
    case "screening":
      return `Task ${number}: the payee, or the customer who asked for it, may be a listed party: decide that first (\`screening list\`). ${advice}`;
    case "frozen":
      return `Task ${number}: the account that asked for it is frozen; \`members unfreeze\` ends that. ${advice}`;
    default:
      return null;
  }
}

/** Where nobody knows whether an abandoned task was done. */
export function bothAnswers({ number, kind }: Pick<TaskRow, "number" | "kind">): string {
  const isDone = { pay: "paid", refund: "paid", invoice: "invoiced", cancel_invoice: "cancelled" }[kind];
  return `\`tasks ${isDone} ${number}\` or \`tasks give-back ${number}\` with a screenshot of the activity`;
}

/** An invoice is prepared before its order is confirmed. */
async function isOrdered(tx: Tx, { orderRef }: TaskRow): Promise<boolean> {
  const [row] = await tx
    .select({ method: order.payinMethod })
    .from(order)
    .where(eq(order.ref, orderRef ?? ""));
  return row !== undefined && row.method !== null;
}

async function giveBack(ctx: Context, args: z.infer<typeof returned>, operator: Operator): Promise<Outcome> {
  const { number, reason, screenshot } = args;
  const picture = screenshot === undefined ? null : await readPicture(screenshot);
  if (screenshot !== undefined && !picture) return refused(pictureFault);
  return changeTask(ctx, number, async (tx, locked) => {
    const { task, now } = locked;
    const { state, claimedBy, claimedUntil, kind, withdrawnAt } = task;
    if (state !== "claimed") return refused(`Task ${number} is ${state}: nobody is on it.`);
    const isOver = claimedUntil !== null && claimedUntil <= now;
    if (!isOver && claimedBy !== operator.name)
      return refused(`${claimedBy} is on task ${number} until ${timeOf(claimedUntil)}.`);
    if (isOver && !picture)
      return refused("screenshot: the claim's time is over, so show PayPal's activity, in which nothing was paid.");
    const entry = { task: number, kind: "not_paid", at: now, enteredBy: operator.name, needsSecond: false } as const;
    await writeEntry(ctx, tx, { ...entry, commandId: operator.commandId ?? null, picture });
    // An invoice that its order needs no more is not sent.
    const isNeeded = !(kind === "invoice" && withdrawnAt !== null);
    const next = isNeeded ? ({ state: "open" } as const) : ({ state: "dropped", endedAt: now } as const);
    await tx
      .update(paypalTask)
      .set({ ...next, claimedBy: null, claimedUntil: null })
      .where(eq(paypalTask.number, number));
    const after = { state: next.state, claimed_by: claimedBy, after_its_time: isOver };
    await auditTask(ctx, tx, operator, locked, { action: "task_given_back", reason, after });
    return done(`Task ${number} is ${next.state}: nothing was paid.`);
  });
}
