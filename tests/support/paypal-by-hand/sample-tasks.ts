import { eq } from "drizzle-orm";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import {
  order,
  outgoing,
  paypalEntry,
  paypalImport,
  paypalLine,
  paypalNotice,
  paypalTask,
} from "../../../upstream/db/schema/index.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { keepNotice } from "../../../upstream/rails/paypal-by-hand/notices/notice-store.ts";
import { files, screenshots, txOf } from "./hand-exchange.ts";

type NewTask = typeof paypalTask.$inferInsert;

/** A task of a movement or an order, claimed by boris unless the test says otherwise; its number. */
async function addSample(ctx: Context, task: Pick<NewTask, "kind" | "amount" | "asset"> & Partial<NewTask>) {
  const now = ctx.clock.now();
  const claimed = { state: "claimed", claimedBy: "boris", claimedUntil: new Date(now.getTime() + 60_000) } as const;
  const row = { ...claimed, createdAt: now, dueAt: now, ...task };
  const [added] = await ctx.db.orm.insert(paypalTask).values(row).returning({ number: paypalTask.number });
  return String(added?.number);
}

/** What a person reads on PayPal's page, with a screenshot. */
const seenOf = (ctx: Context, { tx, amount, account }: { tx: string; amount: bigint; account: string }) => ({
  ...{ tx: txOf(tx), amount: formatDecimal(amount, 2), fee: "0", account, at: ctx.clock.now().toISOString() },
  screenshot: screenshots.picture,
});

/** A payout that is a task, and what is entered about it. */
export async function payTask(ctx: Context, movementId: string, other: Partial<NewTask> = {}) {
  const [row] = await ctx.db.orm.select().from(outgoing).where(eq(outgoing.id, movementId));
  if (!row) throw new Error(`There is no movement ${movementId}`);
  const { asset, amount, account } = row;
  const number = await addSample(ctx, { kind: "pay", movementId, asset, amount, ...other });
  return { number, entry: seenOf(ctx, { tx: movementId, amount, account }) };
}

/** An invoice of an order, or the task to cancel it. */
export async function invoiceTask(ctx: Context, ref: string, other: Partial<NewTask> = {}) {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) throw new Error(`There is no order ${ref}`);
  const { fromAsset: asset, fromAmount: amount, payinAccount } = row;
  const number = await addSample(ctx, { kind: "invoice", orderRef: ref, asset, amount, ...other });
  return { number, entry: seenOf(ctx, { tx: ref, amount, account: payinAccount ?? "" }) };
}

/** An entry of anna's that waits for the second person, with what that one types. */
export async function waitingEntry(ctx: Context, movementId: string) {
  const { number, entry } = await payTask(ctx, movementId, { claimedBy: "anna" });
  const request = { command: "tasks paid", args: { number, ...entry }, operator: { name: "anna" }, files };
  const outcome = await runCommand(ctx, request);
  if (!outcome.ok) throw new Error(outcome.sentence);
  const [row] = await ctx.db.orm.select().from(paypalEntry);
  return { id: row?.id ?? "", tx: entry.tx, amount: entry.amount };
}

/** A task that was paid, and what is entered when that comes back. */
export async function returnedEntry(ctx: Context, movementId: string) {
  const entered = await waitingEntry(ctx, movementId);
  const args = { ...entered, reason: "seen" };
  const outcome = await runCommand(ctx, { command: "tasks confirm", args, operator: { name: "carol" } });
  if (!outcome.ok) throw new Error(outcome.sentence);
  const [row] = await ctx.db.orm.select().from(outgoing).where(eq(outgoing.id, movementId));
  const [task] = await ctx.db.orm.select().from(paypalTask);
  const { amount = 0n, account = "" } = row ?? {};
  return { number: String(task?.number), ...seenOf(ctx, { tx: `${movementId} back`, amount, account }) };
}

/** An invoice that was paid, and what is entered when its payment was refunded at PayPal. */
export async function refundedEntry(ctx: Context, ref: string) {
  const { number, entry } = await invoiceTask(ctx, ref, { state: "sent", sentAt: ctx.clock.now() });
  const args = { number, ...entry, reason: "seen" };
  const entered = await runCommand(ctx, { command: "tasks received", args, operator: { name: "anna" }, files });
  if (!entered.ok) throw new Error(entered.sentence);
  const [row] = await ctx.db.orm.select().from(paypalEntry);
  const seen = { id: row?.id ?? "", tx: entry.tx, amount: entry.amount, reason: "seen" };
  const outcome = await runCommand(ctx, { command: "tasks confirm", args: seen, operator: { name: "carol" } });
  if (!outcome.ok) throw new Error(outcome.sentence);
  const { at, amount, screenshot } = entry;
  return { number, tx: txOf(`${ref} refunded`), of: entry.tx, amount, at, screenshot };
}

/** An invoice that was paid, and what is entered when its payer has opened a case. */
export async function disputedEntry(ctx: Context, ref: string) {
  const { number, of, screenshot } = await refundedEntry(ctx, ref);
  const answerBy = new Date(ctx.clock.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10);
  return { number, of, case: "PP-D-1", answer_by: answerBy, screenshot };
}

/** A case that was entered and confirmed, and what is entered about it next. */
export async function openCase(ctx: Context, ref: string) {
  const opening = await disputedEntry(ctx, ref);
  const args = { ...opening, reason: "seen" };
  const entered = await runCommand(ctx, { command: "tasks disputed", args, operator: { name: "anna" }, files });
  if (!entered.ok) throw new Error(entered.sentence);
  const rows = await ctx.db.orm.select().from(paypalEntry).where(eq(paypalEntry.state, "waiting"));
  const amount = formatDecimal(rows[0]?.amount ?? 0n, 2);
  const seen = { id: rows[0]?.id ?? "", case: opening.case, answer_by: opening.answer_by, amount, reason: "seen" };
  const outcome = await runCommand(ctx, { command: "tasks confirm", args: seen, operator: { name: "carol" } });
  if (!outcome.ok) throw new Error(outcome.sentence);
  return { number: opening.number, case: opening.case, screenshot: opening.screenshot, amount };
}

/** An invoice of which only PayPal's report knows that it was paid: the line that is proposed for its task. */
export async function proposedLine(ctx: Context, ref: string) {
  const { number, entry } = await invoiceTask(ctx, ref);
  const now = ctx.clock.now();
  const covers = { fromAt: new Date(now.getTime() - 86_400_000), untilAt: now };
  const about = { digest: new Uint8Array(32), lines: 1, importedBy: "anna", importedAt: now };
  const [added] = await ctx.db.orm
    .insert(paypalImport)
    .values({ ...about, ...covers })
    .returning();
  const { tx, account, amount } = entry;
  const gross = BigInt(amount.replace(".", ""));
  const facts = { position: 0, type: "Payment", status: "Completed", currency: "USD" } as const;
  const money = { at: now, gross, fee: 0n, balance: 0n, account: account.toLowerCase() };
  const [row] = await ctx.db.orm
    .insert(paypalLine)
    .values({ import: added?.number ?? 0, tx, ...facts, ...money })
    .returning({ number: paypalLine.number });
  return { line: String(row?.number), number };
}

/** An email in the mailbox that could not be read: what it is called. */
export async function keptNotice(ctx: Context) {
  const receivedAt = ctx.clock.now();
  await keepNotice(ctx.db.orm, {
    read: "It is no email with headers.",
    subject: "",
    identity: "sample",
    receivedAt,
    authenticated: true,
  });
  const [row] = await ctx.db.orm.select().from(paypalNotice);
  return `N${row?.number}`;
}
