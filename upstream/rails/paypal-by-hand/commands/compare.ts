import { and, eq, inArray, isNotNull, isNull, ne } from "drizzle-orm";
import { z } from "zod/v4";
import { formatDecimal } from "../../../../contract/values/decimal.ts";
import { paypalEntry, paypalTask } from "../../../db/schema/index.ts";
import { currencyDecimals } from "../../../market/rules/currency-assets.ts";
import { momentArgument } from "../../../operator/arguments.ts";
import { command, done, type Outcome, refused, type ShownRow } from "../../../operator/command.ts";
import type { Context } from "../../../ports/context.ts";
import { type ActivityRow, readActivity } from "../activity.ts";
import {
  type ActivityComparison,
  type ComparedEntry,
  type ComparedTask,
  compareActivity,
} from "../compare-activity.ts";
import { partyOf } from "../task-facts.ts";
import { currencyOf } from "./task-command.ts";

export const taskCompareCommands = [
  command({
    name: "tasks compare",
    summary:
      "Compares PayPal's activity report with what was entered: what differs, what nobody has entered, with the task it looks like, and what the report does not have. It changes nothing.",
    positional: ["report"],
    files: ["report"],
    args: z.object({
      report: z
        .string({ error: "Enter the report." })
        .min(1)
        .describe("PayPal's activity on this machine, CSV in English"),
      from: momentArgument.describe("when the report begins, 2026-11-28T00:00Z"),
      until: momentArgument.describe("when it ends"),
    }),
    run: (ctx, { report, from, until }) =>
      compare(ctx, Buffer.from(report, "base64").toString("utf8"), { from, until }),
  }),
];

const money = (minor: bigint) => formatDecimal(minor, currencyDecimals);

async function compare(ctx: Context, csv: string, covered: { from: Date; until: Date }): Promise<Outcome> {
  const rows = readActivity(csv);
  if (typeof rows === "string") return refused(rows);
  const entered = await enteredSums(ctx);
  const expected = entered.filter(({ at }) => at >= covered.from && at < covered.until);
  const comparison = compareActivity(rows, entered, expected, await unfinishedTasks(ctx));
  const count = comparison.differs.length + comparison.notEntered.length + comparison.notInReport.length;
  if (count === 0) return done(`${rows.length} transactions, and all were entered as the report has them.`);
  return done({ transactions: rows.length, differences: count, ...shownOf(comparison) });
}

async function enteredSums({ db }: Context): Promise<(ComparedEntry & { at: Date })[]> {
  const rows = await db.orm
    .select({ entry: paypalEntry, asset: paypalTask.asset })
    .from(paypalEntry)
    .innerJoin(paypalTask, eq(paypalTask.number, paypalEntry.task))
    .where(and(ne(paypalEntry.state, "refused"), isNotNull(paypalEntry.tx)));
  return rows.map(({ entry, asset }) => {
    const { task, tx, amount, fee, at } = entry;
    return { task, tx: tx ?? "", amount: amount ?? 0n, fee: fee ?? 0n, currency: currencyOf({ asset }), at };
  });
}

/** What a transaction may belong to: tasks under way whose money was not entered. */
async function unfinishedTasks({ db }: Context): Promise<ComparedTask[]> {
  const tasks = await db.orm
    .select()
    .from(paypalTask)
    .where(and(isNull(paypalTask.endedAt), inArray(paypalTask.state, ["open", "claimed", "sent"])));
  return Promise.all(
    tasks
      .filter(({ kind }) => kind !== "cancel_invoice")
      .map(async (task) => {
        const { account } = await partyOf(db.orm, task);
        return { number: task.number, kind: task.kind, amount: task.amount, currency: currencyOf(task), account };
      }),
  );
}

function shownOf({ differs, notEntered, notInReport }: ActivityComparison): ShownRow {
  return {
    differs: differs.map(({ row, entry }) => {
      const typed = { entered: `${money(entry.amount)} ${entry.currency}`, entered_fee: money(entry.fee) };
      return { task: entry.task, ...shownRow(row), ...typed };
    }),
    not_entered: notEntered.map(({ row, task }) => ({ ...shownRow(row), next: task && nextOf(row, task) })),
    not_in_report: notInReport.map(({ task, tx, amount, currency }) => {
      return { task, tx, amount: `${money(amount)} ${currency}` };
    }),
  };
}

function shownRow({ tx, type, at, gross, currency, fee, from, to }: ActivityRow): ShownRow {
  return { tx, type, at, amount: `${money(gross)} ${currency}`, fee: money(fee), account: gross < 0n ? to : from };
}

/** For a person to accept: the time is typed, since the report's may be read in two ways. */
function nextOf({ tx, gross, fee }: ActivityRow, { number, kind }: ComparedTask): string {
  const verb = kind === "invoice" ? "received" : "paid";
  return `tasks ${verb} ${number} --tx ${tx} --amount ${money(gross < 0n ? -gross : gross)} --fee ${money(fee)}`;
}
