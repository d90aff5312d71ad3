import { and, asc, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../../contract/order/order-number.ts";
import { formatDecimal } from "../../../../contract/values/decimal.ts";
import { order, paypalEntry, paypalPicture, paypalTask } from "../../../db/schema/index.ts";
import { currencyDecimals } from "../../../market/rules/currency-assets.ts";
import { flag, limitArgument } from "../../../operator/arguments.ts";
import { command, done, type Outcome, refused, type ShownRow } from "../../../operator/command.ts";
import { paypalDisputeRow } from "../../../operator/reports/paypal-disputes.ts";
import { unbookedEntryRows } from "../../../operator/reports/unbooked-entries.ts";
import { unclaimedAdvice, unclaimedPaypalPayouts } from "../../../operator/reports/unclaimed-paypal.ts";
import { openPaypalDisputes } from "../../../orders/paypal-disputes.ts";
import type { Context } from "../../../ports/context.ts";
import { taskSettings } from "../settings.ts";
import { partyOf } from "../task-facts.ts";
import { type EntryRow, type TaskRow, taskEntriesOf, taskOf } from "../task-store.ts";
import { usualMinutes } from "../usual-time.ts";
import { bothAnswers } from "./claims.ts";
import { currencyOf, taskArgument, timeOf } from "./task-command.ts";
import { taskHistory } from "./task-history.ts";

export const taskListCommands = [
  command({
    name: "tasks list",
    summary:
      "What has to be paid, invoiced, refunded, cancelled or confirmed at PayPal, the earliest deadline first; before it, disputes that wait for our answer, and payouts that nobody has claimed in 30 days.",
    args: z.object({
      all: flag("also invoices that wait for their payer, disputes that wait for PayPal, and what is over"),
      limit: limitArgument,
    }),
    run: async (ctx, { all, limit }) => {
      const rows = [
        ...(await unbookedEntryRows(ctx, limit)),
        ...(await disputeRows(ctx, all !== undefined)),
        ...(await unclaimedRows(ctx, limit)),
        ...(await taskRows(ctx, { isAll: all !== undefined, limit })),
      ];
      return done(rows.slice(0, limit));
    },
  }),
  command({
    name: "tasks show",
    summary: "One task: whom to pay or invoice, the text to copy, what not to do, by when, and what was entered.",
    positional: ["number"],
    args: z.object({ number: taskArgument }),
    run: (ctx, { number }) => showTask(ctx, number),
  }),
  command({
    name: "tasks screenshot",
    summary: "Writes the screenshot of an entry to a file on this machine.",
    positional: ["id"],
    args: z.object({
      id: z.string({ error: "Enter the entry." }).trim().min(1).max(64).describe("entry, as in `tasks list`"),
      out: z
        .string({ error: "Enter the file with --out." })
        .min(1)
        .max(1000)
        .describe("file to write, screenshot.webp"),
    }),
    run: (ctx, { id, out }) => savePicture(ctx, id, out),
  }),
];

const money = (minor: bigint | null) => (minor === null ? null : formatDecimal(minor, currencyDecimals));

/** With what waits for a second person. Invoices of drafts are left out: their orders may never be confirmed. */
async function taskRows(ctx: Context, { isAll, limit }: { isAll: boolean; limit: number }): Promise<ShownRow[]> {
  const rows = await ctx.db.orm
    .select({ task: paypalTask, entry: paypalEntry.id })
    .from(paypalTask)
    .leftJoin(order, eq(order.ref, paypalTask.orderRef))
    .leftJoin(paypalEntry, and(eq(paypalEntry.task, paypalTask.number), eq(paypalEntry.state, "waiting")))
    // What came back, or was refunded, waits for its second person after the task is done.
    .where(isAll ? undefined : or(isNull(paypalTask.endedAt), isNotNull(paypalEntry.id)))
    .orderBy(asc(paypalTask.dueAt), asc(paypalTask.number))
    .limit(limit);
  const drafts = await draftsAmong(
    ctx,
    rows.map(({ task }) => task),
  );
  const listedRows = rows.filter(({ task, entry }) => {
    if (drafts.has(task.orderRef ?? "")) return false;
    return isAll || task.state !== "sent" || entry !== null;
  });
  const now = ctx.clock.now();
  const shownRows = await Promise.all(listedRows.map(({ task, entry }) => rowOf(ctx, task, entry, now)));
  const rejections = await lastRejections(
    ctx,
    listedRows.flatMap(({ task, entry }) => (task.state === "claimed" && entry === null ? [task] : [])),
  );
  return shownRows.map((row) => {
    const by = rejections.get(Number(row.task));
    return by === undefined || row.state === "abandoned"
      ? row
      : { ...row, next: `${row.next}: ${by} has rejected an entry` };
  });
}

/** Who has rejected the last entry of a task, by its number; none where nobody has since it was claimed last. */
async function lastRejections({ db }: Context, tasks: readonly TaskRow[]): Promise<Map<number, string | null>> {
  if (tasks.length === 0) return new Map();
  const numbers = tasks.map(({ number }) => number);
  const rows = await db.orm
    .select({ task: paypalEntry.task, state: paypalEntry.state, by: paypalEntry.decidedBy })
    .from(paypalEntry)
    .where(inArray(paypalEntry.task, numbers))
    .orderBy(asc(paypalEntry.enteredAt), asc(paypalEntry.id));
  const last = new Map(rows.map((row) => [row.task, row]));
  return new Map([...last].flatMap(([task, { state, by }]) => (state === "refused" ? [[task, by]] : [])));
}

/** Open cases, the earliest last time for an answer first. `isAll`: also those that are answered. */
async function disputeRows(ctx: Context, isAll: boolean): Promise<ShownRow[]> {
  const now = ctx.clock.now();
  const open = await openPaypalDisputes(ctx.db.orm);
  const listed = open.filter(({ answerBy }) => isAll || answerBy !== null);
  return listed.map((dispute) => paypalDisputeRow(dispute, now));
}

/** Payouts that PayPal returns because nobody has claimed them. */
async function unclaimedRows(ctx: Context, limit: number): Promise<ShownRow[]> {
  const rows = await unclaimedPaypalPayouts(ctx, limit);
  const now = ctx.clock.now();
  return Promise.all(
    rows.map(async ({ task, returnsAt }) => {
      const row = await rowOf(ctx, { ...task, dueAt: returnsAt }, null, now);
      return { ...row, state: "unclaimed", next: unclaimedAdvice(task.number) };
    }),
  );
}

async function draftsAmong({ db }: Context, tasks: readonly TaskRow[]): Promise<Set<string>> {
  const refs = tasks.flatMap(({ orderRef }) => orderRef ?? []);
  if (refs.length === 0) return new Set();
  const rows = await db.orm
    .select({ ref: order.ref })
    .from(order)
    .where(and(inArray(order.ref, refs), isNull(order.payinMethod)));
  return new Set(rows.map(({ ref }) => ref));
}

async function rowOf(ctx: Context, task: TaskRow, entry: string | null, now: Date): Promise<ShownRow> {
  const { account, orderRef } = await partyOf(ctx.db.orm, task);
  return {
    task: task.number,
    what: task.kind,
    amount: `${money(task.amount)} ${currencyOf(task)}`,
    account,
    order: orderRef && shownRef(orderRef),
    by: timeOf(task.dueAt),
    state: isAbandoned(task, now) ? "abandoned" : task.state,
    on_it: task.claimedBy,
    next: nextStep(task, entry, now),
  };
}

const isAbandoned = ({ state, claimedUntil }: TaskRow, now: Date) =>
  state === "claimed" && claimedUntil !== null && claimedUntil <= now;

const isDoing = (task: TaskRow, now: Date) => task.state === "claimed" && !isAbandoned(task, now);

/** With what it is entered once it is done. */
function entryCommand({ number, kind }: TaskRow): string {
  switch (kind) {
    case "invoice":
      return `tasks invoiced ${number} --invoice ... --url ...`;
    case "cancel_invoice":
      return `tasks cancelled ${number}`;
    default: {
      const account = kind === "pay" ? " --account ..." : "";
      return `tasks paid ${number} --tx ... --amount ... --fee ... --at ...${account} --screenshot page.png`;
    }
  }
}

function nextStep(task: TaskRow, entry: string | null, now: Date): string | null {
  if (entry !== null) return `tasks confirm ${entry}`;
  if (isAbandoned(task, now)) return `Did ${task.claimedBy} pay? ${bothAnswers(task)}`;
  if (task.state === "open") return `tasks claim ${task.number}`;
  return task.state === "claimed" ? `tasks show ${task.number}` : null;
}

/** No word about crypto: PayPal and the payee's bank read it. */
const textOf = (orderRef: string | null) => (orderRef === null ? "Payment" : `Order ${shownRef(orderRef)}`);

const neverDo: Record<TaskRow["kind"], readonly string[]> = {
  pay: [
    "Not as a payment to friends and family.",
    "No word about crypto, coins or exchange in the note: only the text above.",
    "To no other account, whoever asks for it.",
  ],
  refund: [
    "Not if PayPal shows that it was refunded already: `tasks failed`.",
    "Refund the payment itself, with PayPal's Issue refund: send no new payment.",
    "No word about crypto, coins or exchange in the note.",
  ],
  invoice: [
    "No word about crypto, coins or exchange in items and notes: only the text above.",
    "Partial payments and tips switched off.",
    "Mark nothing as paid: that is no money.",
  ],
  cancel_invoice: ["If it was paid meanwhile, do not refund it: `tasks received` first."],
};

const neverInDisputes: readonly string[] = [
  "No refund and no payment to the payer while a case is open: PayPal may take the money as well.",
  "No accepting of a claim that the evidence answers; not answering in time loses it.",
  "No word about other customers in the answer: only what the evidence page has.",
];

async function showTask(ctx: Context, number: number): Promise<Outcome> {
  const task = await taskOf(ctx.db.orm, { number });
  if (!task) return refused(`There is no task ${number}: see \`tasks list\`.`);
  const party = await partyOf(ctx.db.orm, task);
  const { account, name, orderRef, refundOf } = party;
  const entries = await taskEntriesOf(ctx.db.orm, number);
  const now = ctx.clock.now();
  const waiting = entries.find(({ state }) => state === "waiting");
  const disputes = (await openPaypalDisputes(ctx.db.orm)).filter((dispute) => dispute.task === number);
  const never = disputes.length === 0 ? neverDo[task.kind] : neverInDisputes;
  return done({
    task: number,
    what: task.kind,
    amount: `${money(task.amount)} ${currencyOf(task)}`,
    account,
    name,
    text: textOf(orderRef),
    ...(refundOf !== null && { refunds: refundOf }),
    from: taskSettings(ctx.env.railSettings).accounts[0] ?? null,
    by: timeOf(task.dueAt),
    usual_minutes: await usualMinutes(ctx.db.orm, [task.kind]),
    state: isAbandoned(task, now) ? "abandoned" : task.state,
    on_it: task.claimedBy && `${task.claimedBy} until ${timeOf(task.claimedUntil)}`,
    invoice: task.invoiceNumber,
    reason: task.reason,
    next:
      (isDoing(task, now) && waiting === undefined ? entryCommand(task) : null) ??
      nextStep(task, waiting?.id ?? null, now),
    disputes: disputes.map((dispute) => paypalDisputeRow(dispute, now)),
    do_not: [...never],
    entries: entries.map(entryRow),
    history: await taskHistory(ctx.db.orm, task, party),
  });
}

/** Of what waits, the second person reads transaction or case, and amount, from the screenshot. */
function entryRow(entry: EntryRow): ShownRow {
  const { id, kind, state, tx, caseId, answerBy, amount, fee, at, enteredBy, decidedBy } = entry;
  const named = caseId === null ? { tx } : { case: caseId, answer_by: timeOf(answerBy) };
  const facts = state === "waiting" ? {} : { ...named, amount: money(amount), fee: money(fee), at: timeOf(at) };
  return { id, kind, state, ...facts, entered_by: enteredBy, decided_by: decidedBy };
}

async function savePicture({ db }: Context, id: string, out: string): Promise<Outcome> {
  const [row] = await db.orm.select().from(paypalPicture).where(eq(paypalPicture.entryId, id));
  if (!row)
    return refused(
      `The entry ${id} has no screenshot: it was accepted from a report, or is older than screenshots are kept. Read it at PayPal.`,
    );
  const text = Buffer.from(row.image).toString("base64");
  const message = `The screenshot is in ${out}.`;
  return { ok: true, data: message, file: { path: out, text, message, encoding: "base64" } };
}
