import { formatDecimal } from "../../../../contract/values/decimal.ts";
import type { Tx } from "../../../db/database.ts";
import { currencyDecimals } from "../../../market/rules/currency-assets.ts";
import { done, type Operator, type Outcome, refused } from "../../../operator/command.ts";
import type { Context } from "../../../ports/context.ts";
import type { MakerFact } from "../../../staff/rules/maker-facts.ts";
import { caseEntryOfLine, type DisputeCase, type DisputeEnd, isOpenCase, readCases } from "../cases.ts";
import { disputedPart } from "../disputed-payment.ts";
import { makerEntryOf, type NewEntry, pictureFault, readPicture, writeEntry } from "../enter.ts";
import { amountForm, readAmount } from "../entry-faults.ts";
import { bookedPayment } from "../refunded-payment.ts";
import type { EntryKind } from "../task-store.ts";
import { type EntryProof, whoLooks } from "./enter-entry.ts";
import { auditTask, changeTask, type LockedTask } from "./task-command.ts";

/** `caseId`: PayPal's number of the case, in capitals. */
type AboutCase = { number: number; caseId: string; reason: string; evidence: EntryProof };
/** `amount`: as typed; undefined for all that is left of the payment. `payment`: its transaction, where there are several. */
type Opening = AboutCase & { answerBy: Date; amount: string | undefined; payment: string | undefined };

/** A date that is further away was misread: PayPal wants an answer within some weeks. */
const longestMs = 60 * 86_400_000;
const money = (minor: bigint) => formatDecimal(minor, currencyDecimals);

/** Enters that a payment is disputed. */
export function enterDispute(ctx: Context, opening: Opening, operator: Operator): Promise<Outcome> {
  const { caseId, answerBy, payment, amount: typed } = opening;
  return onInvoice(ctx, opening, async (tx, locked, evidence) => {
    const { task } = locked;
    const amount = typed === undefined ? null : readAmount(typed);
    if (typeof amount === "string") return refused(amountForm);
    const timeFault = answerByFault(answerBy, locked);
    if (timeFault !== null) return refused(timeFault);
    const part = await disputedPart(tx, task, { caseId, payment, amount });
    if ("fault" in part) return refused(part.fault);
    const entry = { kind: "disputed", caseId, ...part, answerBy } as const;
    const id = await write(ctx, tx, { locked, evidence, entry, reason: opening.reason, operator, makerFacts: [] });
    const what = `the case ${caseId} about ${money(part.amount)} of ${part.ofTx}`;
    const meanwhile = "Nothing of its order is sent until then.";
    return done(
      `Entered for task ${task.number}: ${what}. ${whoLooks(evidence.line)}: \`tasks confirm ${id}\`. ${meanwhile}`,
    );
  });
}

/** Enters that we have answered. `answerBy`: until when PayPal wants another answer; null where it wants none. */
export function enterAnswer(
  ctx: Context,
  answer: AboutCase & { answerBy: Date | null },
  operator: Operator,
): Promise<Outcome> {
  const { caseId, answerBy, reason } = answer;
  return onInvoice(ctx, answer, async (tx, locked, evidence) => {
    const timeFault = answerBy === null ? null : answerByFault(answerBy, locked);
    if (timeFault !== null) return refused(timeFault);
    const open = await openCase(tx, locked, caseId);
    if ("fault" in open) return refused(open.fault);
    const entry = { kind: "dispute_answered", caseId, ...open, answerBy } as const;
    await write(ctx, tx, { locked, evidence, entry, reason, operator, makerFacts: [] });
    return done(
      answerBy === null
        ? `The case ${caseId} is answered: once PayPal has decided, \`tasks dispute-ended ${answer.number}\`.`
        : `The case ${caseId} has to be answered until ${answerBy.toISOString()}.`,
    );
  });
}

/** Enters PayPal's decision. What it gives back exists by this word only, as what comes in does. */
export function enterEnd(ctx: Context, ending: AboutCase & { end: DisputeEnd }, operator: Operator): Promise<Outcome> {
  const { caseId, end, reason } = ending;
  return onInvoice(ctx, ending, async (tx, locked, evidence) => {
    const open = await openCase(tx, locked, caseId);
    if ("fault" in open) return refused(open.fault);
    const about = { kind: "payin_confirmed", about: "order", id: locked.task.orderRef ?? "" } as const;
    const makerFacts = end === "dispute_won" ? [about] : [];
    const entry = { kind: end, caseId, ...open, answerBy: null };
    const id = await write(ctx, tx, { locked, evidence, entry, reason, operator, makerFacts });
    const what = `the case ${caseId} about ${money(open.amount)} is ${end === "dispute_won" ? "won" : "lost"}`;
    return done(`Entered for task ${ending.number}: ${what}. ${whoLooks(evidence.line)}: \`tasks confirm ${id}\`.`);
  });
}

type ReadEvidence = { picture: Uint8Array | null; line: number | null; notice: number | undefined };

async function onInvoice(
  ctx: Context,
  { number, evidence }: AboutCase,
  work: (tx: Tx, locked: LockedTask, evidence: ReadEvidence) => Promise<Outcome>,
): Promise<Outcome> {
  const picture = "screenshot" in evidence ? await readPicture(evidence.screenshot) : null;
  const line = "line" in evidence ? evidence.line : null;
  const notice = "notice" in evidence ? evidence.notice : undefined;
  if (picture === null && line === null) return refused(pictureFault);
  return changeTask(ctx, number, async (tx, locked) => {
    if (locked.task.kind !== "invoice") return refused(`Task ${number} is no invoice.`);
    const accepted = line === null ? null : await caseEntryOfLine(tx, line);
    if (accepted !== null) return refused(`Line ${line} was accepted already: it is the entry ${accepted}.`);
    return work(tx, locked, { picture, line, notice });
  });
}

function answerByFault(answerBy: Date, { task, now }: LockedTask): string | null {
  if (answerBy < task.createdAt) return `answer-by: ${answerBy.toISOString()} is before the task was made.`;
  return answerBy.getTime() > now.getTime() + longestMs ? "answer-by: more than 60 days away: read it again." : null;
}

/** The payment and the amount of a case that its order has as open. */
async function openCase(
  tx: Tx,
  { task }: LockedTask,
  caseId: string,
): Promise<{ ofTx: string; amount: bigint } | { fault: string }> {
  const cases = await readCases(tx, task);
  const named = cases.find((dispute) => dispute.caseId.toUpperCase() === caseId);
  if (!named || !isOpenCase(named)) return { fault: whyNotOpen(caseId, task.number, named, cases) };
  // The order's own command names no payment.
  const paid = named.ofTx === null ? await bookedPayment(tx, task, undefined) : null;
  if (typeof paid === "string") return { fault: paid };
  return { ofTx: named.ofTx ?? paid?.railPaymentId.toUpperCase() ?? "", amount: named.amount };
}

function whyNotOpen(
  caseId: string,
  number: number,
  named: DisputeCase | undefined,
  cases: readonly DisputeCase[],
): string {
  if (named?.booked === null) return `case: the opening of ${caseId} waits for its second person: \`tasks list\`.`;
  if (named?.end != null) return `case: the end of ${caseId} was entered before.`;
  if (named) return `case: ${caseId} is over.`;
  const open = cases.filter(isOpenCase).map((dispute) => dispute.caseId);
  return `case: task ${number} has no case ${caseId}. Open: ${open.join(", ") || "none"}.`;
}

type Writing = {
  locked: LockedTask;
  evidence: ReadEvidence;
  entry: Required<Pick<NewEntry, "kind" | "caseId" | "ofTx" | "amount" | "answerBy">> & { amount: bigint };
  reason: string;
  operator: Operator;
  makerFacts: readonly MakerFact[];
};

/** Moves no money: the screenshot is enough. */
const needsNobody: EntryKind = "dispute_answered";

/** Writes the entry with its audit entry; its id. Of what moves money, nobody but the person has seen it. */
async function write(
  ctx: Context,
  tx: Tx,
  { locked, evidence, entry, reason, operator, makerFacts }: Writing,
): Promise<string> {
  const { kind, caseId, ofTx, amount, answerBy } = entry;
  const auditId = ctx.ids.newId("aud");
  const about = { kind, case: caseId, of: ofTx, amount: amount.toString() };
  const until = answerBy ? { answer_by: answerBy.toISOString() } : {};
  const { picture, line, notice } = evidence;
  const source = { ...(line !== null && { line }), ...(notice !== undefined && { notice }) };
  const after = { ...about, ...until, ...source };
  await auditTask(ctx, tx, operator, locked, { id: auditId, action: `task_${kind}`, reason, after, makerFacts });
  const makerId = makerFacts.length === 0 ? undefined : await makerEntryOf(tx, auditId);
  const { id } = await writeEntry(ctx, tx, {
    ...{ ...entry, picture, line, task: locked.task.number, at: locked.now },
    ...{ enteredBy: operator.name, commandId: operator.commandId ?? null, needsSecond: kind !== needsNobody },
    ...(makerId !== undefined && { id: makerId }),
  });
  return id;
}
