import { z } from "zod/v4";
import { formatDecimal } from "../../../../contract/values/decimal.ts";
import type { Tx } from "../../../db/database.ts";
import { brokenConstraint } from "../../../db/retry.ts";
import { currencyDecimals } from "../../../market/rules/currency-assets.ts";
import { anywayArgument, momentArgument, reasonArgument } from "../../../operator/arguments.ts";
import { recordAudit } from "../../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused, type ShownRow } from "../../../operator/command.ts";
import { secondLook } from "../../../operator/second-look.ts";
import type { Context } from "../../../ports/context.ts";
import { type ImportPlan, planImport, type ReadReport, readReport, writeImport } from "../report/import-report.ts";
import { matchLines, type Proposal } from "../report/match-lines.ts";
import { readBook } from "../report/read-book.ts";
import { taskSettings } from "../settings.ts";
import { partyOf } from "../task-facts.ts";
import { taskOf } from "../task-store.ts";
import { answerByArgument, caseArgument } from "./disputes.ts";
import { enterDispute, enterEnd } from "./enter-dispute.ts";
import { type EntryRules, enter, paidRules, receivedRules, refundedRules, returnedRules } from "./enter-entry.ts";
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
    summary: "Transactions of PayPal's reports that nobody has entered, with the task that each looks like.",
    args: z.object({}),
    run: async (ctx) => done(await proposalRows(ctx)),
  }),
  command({
    name: "tasks accept",
    summary:
      "Enters a proposed transaction for its task, as `tasks paid`, `tasks received`, `tasks returned`, `tasks refunded`, `tasks disputed` or `tasks dispute-ended` would: with the same rules, and the report instead of a screenshot.",
    changes: { asksNothing: "what differs from the task is refused" },
    positional: ["line"],
    args: z.object({
      line: z.coerce
        .number({ error: "Enter the line." })
        .int("Enter the line.")
        .min(1, "Enter the line.")
        .max(2_147_483_647, "Enter the line.")
        .describe("line, as in `tasks proposals`"),
      case: caseArgument.optional().describe("of a dispute that it opens: PayPal's case number"),
      answer_by: answerByArgument.optional().describe("of a dispute that it opens: until when PayPal wants an answer"),
      reason: reasonArgument,
    }),
    run: accept,
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

async function proposalsIn({ env }: Context, reader: Pick<Tx, "select">): Promise<readonly Proposal[]> {
  return matchLines(await readBook(reader, taskSettings(env.railSettings).assets)).proposals;
}

async function proposalRows(ctx: Context): Promise<ShownRow[]> {
  return (await proposalsIn(ctx, ctx.db.orm)).map(shownProposal);
}

function shownProposal({ line, task, kind, caseId }: Proposal): ShownRow {
  const { number, tx, at, type, gross, fee, currency, account } = line;
  const facts = { tx, at: timeOf(at), type, amount: `${money(gross)} ${currency}`, fee: money(fee), account };
  const about = caseId ? { case: caseId } : {};
  // The report has neither: a person reads them at PayPal.
  const typed = kind === "disputed" ? " --case CASE --answer-by DAY" : "";
  return { line: number, ...facts, task: task.number, as: kind, ...about, next: `tasks accept ${number}${typed}` };
}

type Accepting = { line: number; reason: string; case?: string | undefined; answer_by?: Date | undefined };

async function accept(ctx: Context, args: Accepting, operator: Operator): Promise<Outcome> {
  const proposal = (await proposalsIn(ctx, ctx.db.orm)).find(({ line }) => line.number === args.line);
  if (!proposal) return refused(`Line ${args.line} is proposed for no task: see \`tasks proposals\`.`);
  const { line, task, kind, caseId = null } = proposal;
  const about = { number: task.number, reason: args.reason, evidence: { line: line.number } };
  if (kind === "disputed") {
    const { case: typed, answer_by: answerBy } = args;
    if (typed === undefined || answerBy === undefined)
      return refused("Read both at PayPal, in the Resolution Centre: enter --case and --answer-by.");
    const part = { amount: money(line.fee - line.gross), payment: line.reference ?? undefined };
    return enterDispute(ctx, { ...about, ...part, caseId: typed, answerBy }, operator);
  }
  if (kind === "dispute_won" || kind === "dispute_lost")
    return enterEnd(ctx, { ...about, caseId: caseId ?? "", end: kind }, operator);
  return acceptMoney(ctx, { line, task, kind }, { reason: args.reason, operator });
}

type MoneyProposal = Pick<Proposal, "line" | "task"> & { kind: EntryRules["kind"] };

async function acceptMoney(
  ctx: Context,
  { line, task, kind }: MoneyProposal,
  { reason, operator }: { reason: string; operator: Operator },
): Promise<Outcome> {
  const isRefund = kind === "refunded";
  if (line.fee < 0n && !isRefund)
    return refused(`PayPal has given back a fee with ${line.tx}: use \`tasks ${kind}\` with a screenshot.`);
  const row = await taskOf(ctx.db.orm, { number: task.number });
  const party = row && (await partyOf(ctx.db.orm, row));
  const amount = money(line.gross < 0n ? -line.gross : line.gross);
  const account = isRefund ? null : line.account || party?.account || "";
  // A fee that moves with a refund is named by the comparison: an order's refund has none.
  const fee = isRefund ? "0" : money(line.fee);
  const seen = { number: task.number, tx: line.tx, amount, fee, at: line.at, account };
  const rules = {
    paid: () => paidRules(operator, reason),
    received: () => receivedRules(reason, undefined),
    returned: () => returnedRules(reason),
    refunded: () => refundedRules(reason, line.reference ?? undefined),
  }[kind]();
  return enter(ctx, seen, operator, { ...rules, evidence: { line: line.number } });
}
