import { z } from "zod/v4";
import { formatDecimal } from "../../../../contract/values/decimal.ts";
import type { Tx } from "../../../db/database.ts";
import { brokenConstraint } from "../../../db/retry.ts";
import { currencyDecimals } from "../../../market/rules/currency-assets.ts";
import { anywayArgument, momentArgument } from "../../../operator/arguments.ts";
import { recordAudit } from "../../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused, type ShownRow } from "../../../operator/command.ts";
import { secondLook } from "../../../operator/second-look.ts";
import type { Context } from "../../../ports/context.ts";
import { type ImportPlan, planImport, type ReadReport, readReport, writeImport } from "../report/import-report.ts";
import type { Proposal } from "../report/match-lines.ts";
import { proposalsIn } from "../report/proposals.ts";
import { noticeRows } from "./notice-rows.ts";
import { timeOf } from "./task-command.ts";

const reportFile = z
  .string({ error: "Enter the report." })
  .min(1)
  .describe("PayPal's activity on this machine, CSV in English");

export const taskReportCommands = [
  command({
    name: "tasks import",
    summary:
      "Imports PayPal's activity report, which `reconcile` compares with the books, and proposes transactions for tasks. The same lines again change nothing.",
    changes: {
      asks: "an earlier report of the same time has lines that it lacks, or says that money moved which it does not",
    },
    positional: ["report"],
    files: ["report"],
    args: z.object({
      report: reportFile,
      from: momentArgument.describe("when the report begins, 2026-11-28T00:00Z"),
      until: momentArgument.describe("when it ends, which is not in it any more"),
      anyway: anywayArgument,
    }),
    run: importReport,
  }),
  command({
    name: "tasks proposals",
    summary:
      "Transactions of PayPal's reports that nobody has entered, with the task that each looks like; then PayPal's emails from the mailbox, also those that look like none.",
    args: z.object({}),
    run: async (ctx) => done([...(await proposalsIn(ctx, ctx.db.orm)).map(shownProposal), ...(await noticeRows(ctx))]),
  }),
];

const money = (minor: bigint) => formatDecimal(minor, currencyDecimals);

type Importing = { report: string; from: Date; until: Date; anyway?: "yes" | undefined };

async function importReport(ctx: Context, args: Importing, operator: Operator): Promise<Outcome> {
  const { report: file, from, until, anyway } = args;
  const now = ctx.clock.now();
  if (until <= from) return refused("until: has to be after from.");
  if (until > now) return refused("until: has not come yet, so no report covers it.");
  const report = readReport(Buffer.from(file, "base64"), { from, until });
  if (typeof report === "string") return refused(report);
  try {
    return await ctx.db.transaction(async (tx) => {
      const plan = await planImport(tx, report);
      if (!plan) return done("The same report was imported before: nothing has changed.");
      const override = secondLook(anyway, concernsOf(plan));
      const number = await writeImport(tx, report, plan, { by: operator.name, now });
      const counts = { lines: report.lines.length, new: plan.added.length, changed: plan.changed.length };
      const after = { ...counts, from: from.toISOString(), until: until.toISOString(), ...override };
      const audited = { action: "paypal_report_imported", subject: String(number), reason: null };
      await recordAudit(ctx, tx, operator, { ...audited, details: { after } });
      return done(await shownImport(ctx, tx, report, counts));
    });
  } catch (error) {
    const isTwice = ["paypal_line_current", "paypal_import_once"].includes(brokenConstraint(error) ?? "");
    if (!isTwice) throw error;
    return refused("report: the same lines were imported a moment ago.");
  }
}

/** A report that was filtered, or downloaded before an earlier one, would hide what has happened. */
function concernsOf({ missing, undone }: ImportPlan): (string | null)[] {
  return [
    missing.length === 0
      ? null
      : `${missing.length} transactions of earlier reports of this time are not in it, ${missing[0]?.tx} among them. Is it all activity?`,
    undone.length === 0
      ? null
      : `${undone.length} transactions had moved money by an earlier report and have not by this one, ${undone[0]?.tx} among them. Is it older?`,
  ];
}

async function shownImport(
  ctx: Context,
  tx: Tx,
  { until }: ReadReport,
  counts: Record<string, number>,
): Promise<ShownRow> {
  const proposals = await proposalsIn(ctx, tx);
  return {
    ...counts,
    until: timeOf(until),
    proposals: proposals.map(shownProposal),
    next: "operator reconcile --rail paypal-by-hand",
  };
}

function shownProposal({ line, task, kind, caseId }: Proposal): ShownRow {
  const { number, tx, at, type, gross, fee, currency, account } = line;
  const facts = { tx, at: timeOf(at), type, amount: `${money(gross)} ${currency}`, fee: money(fee), account };
  const about = caseId ? { case: caseId } : {};
  // The report has neither: a person reads them at PayPal.
  const typed = kind === "disputed" ? " --case CASE --answer-by DAY" : "";
  return { line: number, ...facts, task: task.number, as: kind, ...about, next: `tasks accept ${number}${typed}` };
}
