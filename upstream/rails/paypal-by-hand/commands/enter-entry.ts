import { eq } from "drizzle-orm";
import { formatDecimal } from "../../../../contract/values/decimal.ts";
import type { Tx } from "../../../db/database.ts";
import { paypalTask } from "../../../db/schema/index.ts";
import { currencyDecimals } from "../../../market/rules/currency-assets.ts";
import { done, type Operator, type Outcome, refused } from "../../../operator/command.ts";
import { secondLook } from "../../../operator/second-look.ts";
import type { Context } from "../../../ports/context.ts";
import type { MakerFact } from "../../../staff/rules/maker-facts.ts";
import { entryNeedsSecondPerson, makerEntryOf, pictureFault, readPicture, writeEntry } from "../enter.ts";
import { normalTx, type ReadEntry, readEntry, type TypedEntry } from "../entry-faults.ts";
import { type Original, refundedPayment } from "../refunded-payment.ts";
import { taskSettings } from "../settings.ts";
import { usedBy } from "../task-facts.ts";
import { type TaskRow, taskEntriesOf } from "../task-store.ts";
import { auditTask, changeTask, claimOfOther, type LockedTask } from "./task-command.ts";

/** What shows that it happened: a screenshot in base64, or the line of PayPal's report that has it. `notice`: what has named it. */
export type EntryProof = { screenshot: string; notice?: number } | { line: number };
export type Seen = TypedEntry & { number: number };

export type EntryRules = {
  kind: "paid" | "received" | "returned" | "refunded";
  reason: string | null;
  /** Why nothing can be entered about this task now. */
  whyNot(locked: LockedTask): string | null;
  /** What happened earlier is something else. */
  since(tx: Tx, locked: LockedTask): Promise<Date>;
  expects(locked: LockedTask): { amount: bigint | null; account: string | null };
  /** The transaction that went back, where one did. */
  original?(tx: Tx, locked: LockedTask, read: ReadEntry): Promise<Original>;
  concern?(locked: LockedTask, read: ReadEntry): string | null;
  anyway?: "yes" | undefined;
};

export const paidRules = (operator: Operator, reason: string | null): EntryRules => ({
  kind: "paid",
  reason,
  whyNot: ({ task, now }) => (isPayment(task) ? claimOfOther(task, operator, now) : notPayment(task)),
  since: async (_, { task }) => task.createdAt,
  expects: ({ task, party }) => ({ amount: task.amount, account: party.account }),
});

export const receivedRules = (reason: string, anyway: "yes" | undefined): EntryRules => ({
  kind: "received",
  reason,
  whyNot: ({ task }) => (task.kind === "invoice" ? null : `Task ${task.number} is no invoice.`),
  since: async (_, { task }) => task.createdAt,
  expects: () => ({ amount: null, account: null }),
  concern: ({ party }, { account }) =>
    party.account === null || account === null || party.account.toLowerCase() === account
      ? null
      : `The order names ${party.account} as payer, and ${account} has paid.`,
  anyway,
});

export const returnedRules = (reason: string): EntryRules => ({
  kind: "returned",
  reason,
  whyNot: ({ task }) =>
    isPayment(task) && task.state === "done" ? null : `Task ${task.number} has paid nothing: it is ${task.state}.`,
  since: async (tx, { task }) => (await paidEntry(tx, task))?.at ?? task.createdAt,
  expects: ({ party }) => ({ amount: null, account: party.account }),
  original: returnedPayment,
});

/** `payment`: which one was refunded; undefined where the order has only one. */
export const refundedRules = (reason: string, payment: string | undefined): EntryRules => ({
  kind: "refunded",
  reason,
  whyNot: ({ task }) => (task.kind === "invoice" ? null : `Task ${task.number} is no invoice.`),
  since: async (_, { task }) => task.createdAt,
  expects: () => ({ amount: null, account: null }),
  original: (tx, { task }, { amount }) => refundedPayment(tx, task, { payment, amount }),
});

const isPayment = ({ kind }: TaskRow) => kind === "pay" || kind === "refund";
const notPayment = ({ number, kind }: TaskRow) => `Task ${number} pays nobody: it is ${kind}.`;

const paidEntry = async (tx: Tx, { number }: TaskRow) =>
  (await taskEntriesOf(tx, number)).find(({ kind, state }) => kind === "paid" && state === "confirmed");

/** Enters what a person has seen, after all that can be wrong with it. */
export async function enter(
  ctx: Context,
  typed: Seen,
  operator: Operator,
  { evidence, ...rules }: EntryRules & { evidence: EntryProof },
): Promise<Outcome> {
  const picture = "screenshot" in evidence ? await readPicture(evidence.screenshot) : null;
  const line = "line" in evidence ? evidence.line : null;
  const notice = "notice" in evidence ? evidence.notice : undefined;
  return changeTask(ctx, typed.number, async (tx, locked) => {
    const { now } = locked;
    const obstacle = rules.whyNot(locked);
    if (obstacle !== null) return refused(obstacle);
    const read = readEntry(typed, {
      ...rules.expects(locked),
      ownAccounts: taskSettings(ctx.env.railSettings).accounts,
      since: await rules.since(tx, locked),
      now,
      usedBy: await usedBy(tx, normalTx(typed.tx)),
    });
    const isShown = picture !== null || line !== null;
    const faults = [...("faults" in read ? read.faults : []), ...(isShown ? [] : [pictureFault])];
    if ("faults" in read || !isShown) return refused(faults.join("\n"));
    const original = (await rules.original?.(tx, locked, read)) ?? { ofTx: null };
    if ("fault" in original) return refused(original.fault);
    const override = secondLook(rules.anyway, [rules.concern?.(locked, read) ?? null]);
    const { ofTx } = original;
    return write(ctx, tx, operator, { locked, read, ofTx, proof: { picture, line }, notice, rules, override });
  });
}

async function returnedPayment(tx: Tx, { task }: LockedTask, { amount }: ReadEntry): Promise<Original> {
  const entries = await taskEntriesOf(tx, task.number);
  if (entries.some(({ kind }) => kind === "returned")) return { fault: `Task ${task.number} has come back already.` };
  if (amount > task.amount)
    return { fault: `amount: the task has paid ${formatDecimal(task.amount, currencyDecimals)}.` };
  return { ofTx: (await paidEntry(tx, task))?.tx ?? null };
}

type Entering = {
  locked: LockedTask;
  read: ReadEntry;
  ofTx: string | null;
  proof: { picture: Uint8Array | null; line: number | null };
  notice: number | undefined;
  rules: EntryRules;
  override: { anyway?: string[] };
};

async function write(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  { locked, read, ofTx, proof, notice, rules, override }: Entering,
): Promise<Outcome> {
  const { task, party, now } = locked;
  const { kind, reason } = rules;
  const { account: _, ...facts } = read;
  const needsSecond = await entryNeedsSecondPerson(ctx, tx, { kind, amount: read.amount, task, party });
  const auditId = ctx.ids.newId("aud");
  const sums = { amount: read.amount.toString(), fee: read.fee.toString() };
  const about = { kind, tx: read.tx, ...(ofTx !== null && { of: ofTx }) };
  const source = { ...(proof.line !== null && { line: proof.line }), ...(notice !== undefined && { notice }) };
  const after = { ...about, ...sums, ...source, ...override };
  const makerFacts = madeBy(kind, locked);
  await auditTask(ctx, tx, operator, locked, { id: auditId, action: `task_${kind}`, reason, after, makerFacts });
  const makerId = makerFacts.length === 0 ? undefined : await makerEntryOf(tx, auditId);
  const [enteredBy, commandId] = [operator.name, operator.commandId ?? null];
  const hasOtherPayer = kind === "received" && override.anyway !== undefined;
  const decided = { task: task.number, kind, ofTx, hasOtherPayer, enteredBy, commandId, needsSecond };
  const entry = { ...facts, ...proof, ...decided };
  const { id, isConfirmed } = await writeEntry(ctx, tx, { ...entry, ...(makerId !== undefined && { id: makerId }) });
  if (kind === "paid") {
    const next = isConfirmed ? ({ state: "done", endedAt: now } as const) : ({ state: "entered" } as const);
    const until = task.claimedUntil ?? now;
    // Whoever answers for a claim that was abandoned is on the task now.
    await tx
      .update(paypalTask)
      .set({ ...next, claimedBy: enteredBy, claimedUntil: until })
      .where(eq(paypalTask.number, task.number));
  }
  const amount = formatDecimal(read.amount, currencyDecimals);
  return done(
    isConfirmed
      ? `Task ${task.number} is done: ${amount} with ${read.tx}.`
      : `Entered for task ${task.number}: ${amount} with ${read.tx}. ${whoLooks(proof.line)}: \`tasks confirm ${id}\`.`,
  );
}

/** A report is a file, and a screenshot a picture: of a line, the second person looks at PayPal. */
export const whoLooks = (line: number | null) =>
  line === null ? "Another person looks at it" : "Another person reads it at PayPal";

/** What only this word says to be there, for the second person. A refund takes money away, and sends none. */
function madeBy(kind: EntryRules["kind"], { task, party }: LockedTask): MakerFact[] {
  if (kind === "paid" || kind === "refunded") return [];
  const about = { kind: kind === "received" ? "payin_confirmed" : "payout_returned" } as const;
  if (party.orderRef !== null) return [{ ...about, about: "order", id: party.orderRef }];
  return [{ ...about, about: "movement", id: task.movementId ?? "" }];
}
