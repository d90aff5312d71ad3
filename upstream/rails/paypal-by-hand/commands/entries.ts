import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { formatDecimal } from "../../../../contract/values/decimal.ts";
import type { Tx } from "../../../db/database.ts";
import { paypalTask } from "../../../db/schema/index.ts";
import { currencyDecimals } from "../../../market/rules/currency-assets.ts";
import { anywayArgument, reasonArgument } from "../../../operator/arguments.ts";
import { command, done, type Operator, type Outcome, refused } from "../../../operator/command.ts";
import { secondLook } from "../../../operator/second-look.ts";
import type { Context } from "../../../ports/context.ts";
import type { MakerFact } from "../../../staff/rules/maker-facts.ts";
import { makerEntryOf, needsSecondPerson, readPicture, writeEntry } from "../enter.ts";
import { normalTx, type ReadEntry, readEntry } from "../entry-faults.ts";
import { taskSettings } from "../settings.ts";
import { usedBy } from "../task-facts.ts";
import { type EntryKind, entriesOf, type TaskRow } from "../task-store.ts";
import {
  auditTask,
  changeTask,
  claimOfOther,
  type LockedTask,
  screenshotArgument,
  taskArgument,
} from "./task-command.ts";

const seen = z.object({
  number: taskArgument,
  tx: z
    .string({ error: "tx: enter PayPal's transaction ID." })
    .max(60)
    .describe("PayPal's transaction ID, 17 letters and digits"),
  amount: z
    .string({ error: "amount: enter the amount." })
    .max(40)
    .describe("amount as PayPal shows it, before its fee"),
  fee: z.string().max(40).default("0").describe("what PayPal kept"),
  at: z.coerce
    .date({ error: "at: enter the time, 2026-12-31T23:59Z." })
    .describe("when it happened, as PayPal shows it, 2026-12-31T23:59Z"),
  account: z
    .string({ error: "account: enter the other side's PayPal email." })
    .max(300)
    .describe("PayPal email of the other side"),
  screenshot: screenshotArgument,
});
const explained = seen.extend({ reason: reasonArgument });
type Seen = z.infer<typeof seen>;

export const taskEntryCommands = [
  command({
    name: "tasks paid",
    summary: "Says that the money of your task was sent at PayPal. Above the limit a second person confirms it.",
    changes: { asksNothing: "what differs from the task is refused" },
    positional: ["number"],
    files: ["screenshot"],
    args: seen,
    run: (ctx, args, operator) =>
      enter(ctx, args, operator, {
        kind: "paid",
        reason: null,
        whyNot: ({ task, now }) => (isPayment(task) ? claimOfOther(task, operator, now) : notPayment(task)),
        since: async (_, { task }) => task.createdAt,
        expects: ({ task, party }) => ({ amount: task.amount, account: party.account }),
      }),
  }),
  command({
    name: "tasks received",
    summary:
      "Says that an invoice, or a part of it, was paid at PayPal. The order counts it once a second person has confirmed it. An invoice that was marked as paid has no transaction, and no money.",
    changes: { asks: "the payer is not the one that the order names" },
    positional: ["number"],
    files: ["screenshot"],
    args: explained.extend({ anyway: anywayArgument }),
    run: (ctx, args, operator) =>
      enter(ctx, args, operator, {
        kind: "received",
        reason: args.reason,
        whyNot: ({ task }) => (task.kind === "invoice" ? null : `Task ${task.number} is no invoice.`),
        since: async (_, { task }) => task.createdAt,
        expects: () => ({ amount: null, account: null }),
        concern: ({ party }, { account }) =>
          party.account === null || party.account.toLowerCase() === account
            ? null
            : `The order names ${party.account} as payer, and ${account} has paid.`,
        anyway: args.anyway,
      }),
  }),
  command({
    name: "tasks returned",
    summary:
      "Says that what a task has paid came back, in full or in part: refused, or not claimed within 30 days. It counts once a second person has confirmed it.",
    changes: { asksNothing: "a second person confirms it" },
    positional: ["number"],
    files: ["screenshot"],
    args: explained,
    run: (ctx, args, operator) =>
      enter(ctx, args, operator, {
        kind: "returned",
        reason: args.reason,
        whyNot: ({ task }) =>
          isPayment(task) && task.state === "done"
            ? null
            : `Task ${task.number} has paid nothing: it is ${task.state}.`,
        since: async (tx, { task }) => (await paidEntry(tx, task))?.at ?? task.createdAt,
        expects: ({ party }) => ({ amount: null, account: party.account }),
      }),
  }),
];

const isPayment = ({ kind }: TaskRow) => kind === "pay" || kind === "refund";
const notPayment = ({ number, kind }: TaskRow) => `Task ${number} pays nobody: it is ${kind}.`;

const paidEntry = async (tx: Tx, { number }: TaskRow) =>
  (await entriesOf(tx, number)).find(({ kind, state }) => kind === "paid" && state === "confirmed");

type Rules = {
  kind: Extract<EntryKind, "paid" | "received" | "returned">;
  reason: string | null;
  /** Why nothing can be entered about this task now. */
  whyNot(locked: LockedTask): string | null;
  /** What happened earlier is something else. */
  since(tx: Tx, locked: LockedTask): Promise<Date>;
  expects(locked: LockedTask): { amount: bigint | null; account: string | null };
  concern?(locked: LockedTask, read: ReadEntry): string | null;
  anyway?: "yes" | undefined;
};

async function enter(ctx: Context, typed: Seen, operator: Operator, rules: Rules): Promise<Outcome> {
  const picture = await readPicture(typed.screenshot);
  return changeTask(ctx, typed.number, async (tx, locked) => {
    const { task, now } = locked;
    const obstacle = rules.whyNot(locked);
    if (obstacle !== null) return refused(obstacle);
    const read = readEntry(typed, {
      ...rules.expects(locked),
      ownAccounts: taskSettings(ctx.env.railSettings).accounts,
      since: await rules.since(tx, locked),
      now,
      usedBy: await usedBy(tx, normalTx(typed.tx)),
    });
    const faults = [...("faults" in read ? read.faults : []), ...(picture ? [] : [pictureFault])];
    if ("faults" in read || !picture) return refused(faults.join("\n"));
    const tooMuch = rules.kind === "returned" ? await moreThanPaid(tx, task, read) : null;
    if (tooMuch !== null) return refused(tooMuch);
    const override = secondLook(rules.anyway, [rules.concern?.(locked, read) ?? null]);
    return write(ctx, tx, operator, { locked, read, picture, rules, override });
  });
}

const pictureFault = "screenshot: not a picture that can be read.";

async function moreThanPaid(tx: Tx, task: TaskRow, { amount }: ReadEntry): Promise<string | null> {
  const entries = await entriesOf(tx, task.number);
  if (entries.some(({ kind }) => kind === "returned")) return `Task ${task.number} has come back already.`;
  return amount > task.amount ? `amount: the task has paid ${formatDecimal(task.amount, currencyDecimals)}.` : null;
}

type Entering = {
  locked: LockedTask;
  read: ReadEntry;
  picture: Uint8Array;
  rules: Rules;
  override: { anyway?: string[] };
};

async function write(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  { locked, read, picture, rules, override }: Entering,
): Promise<Outcome> {
  const { task, party, now } = locked;
  const { kind, reason } = rules;
  const { account: _, ...facts } = read;
  const needsSecond = await needsSecondPerson(ctx, tx, { kind, amount: read.amount, task, party });
  const auditId = ctx.ids.newId("aud");
  const after = { kind, tx: read.tx, amount: read.amount.toString(), fee: read.fee.toString(), ...override };
  const made = madeBy(kind, locked);
  await auditTask(ctx, tx, operator, locked, { id: auditId, action: `task_${kind}`, reason, after, made });
  const makerId = made.length === 0 ? undefined : await makerEntryOf(tx, auditId);
  const [by, commandId] = [operator.name, operator.commandId ?? null];
  const ofTx = kind === "returned" ? ((await paidEntry(tx, task))?.tx ?? null) : null;
  const entry = { ...facts, task: task.number, kind, ofTx, enteredBy: by, commandId, needsSecond, picture };
  const { id, isConfirmed } = await writeEntry(ctx, tx, { ...entry, ...(makerId !== undefined && { id: makerId }) });
  if (kind === "paid") {
    const next = isConfirmed ? ({ state: "done", endedAt: now } as const) : ({ state: "entered" } as const);
    const until = task.claimedUntil ?? now;
    // Whoever answers for a claim that was abandoned is on the task now.
    await tx
      .update(paypalTask)
      .set({ ...next, claimedBy: by, claimedUntil: until })
      .where(eq(paypalTask.number, task.number));
  }
  const amount = formatDecimal(read.amount, currencyDecimals);
  return done(
    isConfirmed
      ? `Task ${task.number} is done: ${amount} with ${read.tx}.`
      : `Entered for task ${task.number}: ${amount} with ${read.tx}. Another person looks at it: \`tasks confirm ${id}\`.`,
  );
}

/** What only this word says to be there, for the second person. */
function madeBy(kind: Rules["kind"], { task, party }: LockedTask): MakerFact[] {
  if (kind === "paid") return [];
  const about = { kind: kind === "received" ? "payin_confirmed" : "payout_returned" } as const;
  if (party.orderRef !== null) return [{ ...about, about: "order", id: party.orderRef }];
  return [{ ...about, about: "movement", id: task.movementId ?? "" }];
}
