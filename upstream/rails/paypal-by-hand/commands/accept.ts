import { z } from "zod/v4";
import { formatDecimal } from "../../../../contract/values/decimal.ts";
import { currencyDecimals } from "../../../market/rules/currency-assets.ts";
import { momentArgument, reasonArgument } from "../../../operator/arguments.ts";
import { command, type Operator, type Outcome, refused } from "../../../operator/command.ts";
import type { Context } from "../../../ports/context.ts";
import { proposalOfNotice, standingOf } from "../notices/match-notice.ts";
import { readableNotice, unendedNotice } from "../notices/notice-store.ts";
import type { PaypalNotice } from "../read-notice.ts";
import type { BookTask } from "../report/book.ts";
import type { Proposal } from "../report/match-lines.ts";
import { proposalsIn } from "../report/proposals.ts";
import { readBook } from "../report/read-book.ts";
import { taskSettings } from "../settings.ts";
import { partyOf } from "../task-facts.ts";
import { taskOf } from "../task-store.ts";
import { answerByArgument, caseArgument } from "./disputes.ts";
import { enterDispute, enterEnd } from "./enter-dispute.ts";
import {
  type EntryProof,
  type EntryRules,
  enter,
  paidRules,
  receivedRules,
  refundedRules,
  returnedRules,
} from "./enter-entry.ts";
import { noticeName, typedOf } from "./notice-rows.ts";
import { screenshotArgument } from "./task-command.ts";

const lineForm = "Enter the line, as in 12, or the email, as in N7.";

const accepting = z.object({
  line: z
    .string({ error: lineForm })
    .trim()
    .toUpperCase()
    .regex(/^N?[1-9]\d{0,8}$/, lineForm)
    .describe("line, as in `tasks proposals`; of an email with N: N7"),
  case: caseArgument.optional().describe("of a dispute that it opens: PayPal's case number"),
  answer_by: answerByArgument.optional().describe("of a dispute that it opens: until when PayPal wants an answer"),
  fee: z.string().max(40).optional().describe("of an email: what PayPal kept, as PayPal's page shows it"),
  at: momentArgument.optional().describe("of an email: when it happened, as PayPal's page shows it"),
  screenshot: screenshotArgument.optional().describe("of an email: picture of PayPal's page on this machine"),
  reason: reasonArgument,
});
type Accepting = z.output<typeof accepting>;

export const taskAcceptCommands = [
  command({
    name: "tasks accept",
    summary:
      "Enters a proposed transaction for its task, as `tasks paid`, `tasks received`, `tasks returned`, `tasks refunded`, `tasks disputed` or `tasks dispute-ended` would: with the same rules. A line of the report stands for the screenshot; an email proves nothing, so it needs one, and what the email does not say.",
    changes: { asksNothing: "what differs from the task is refused" },
    positional: ["line"],
    files: ["screenshot"],
    args: accepting,
    run: (ctx, args, operator) =>
      args.line.startsWith("N")
        ? acceptNotice(ctx, Number(args.line.slice(1)), args, operator)
        : acceptLine(ctx, Number(args.line), args, operator),
  }),
];

const money = (minor: bigint) => formatDecimal(minor, currencyDecimals);

async function acceptLine(ctx: Context, number: number, args: Accepting, operator: Operator): Promise<Outcome> {
  const proposal = (await proposalsIn(ctx, ctx.db.orm)).find(({ line }) => line.number === number);
  if (!proposal) return refused(`Line ${number} is proposed for no task: see \`tasks proposals\`.`);
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
  const isRefund = kind === "refunded";
  if (line.fee < 0n && !isRefund)
    return refused(`PayPal has given back a fee with ${line.tx}: use \`tasks ${kind}\` with a screenshot.`);
  const amount = line.gross < 0n ? -line.gross : line.gross;
  // A fee that moves with a refund is named by the comparison: an order's refund has none.
  const seen = { ...line, amount, fee: isRefund ? "0" : money(line.fee) };
  return acceptMoney(ctx, { seen, task, kind, original: line.reference }, { line: number }, args.reason, operator);
}

/** What the email says, beside what a person has read at PayPal. */
async function acceptNotice(ctx: Context, number: number, args: Accepting, operator: Operator): Promise<Outcome> {
  const name = noticeName(number);
  const row = await unendedNotice(ctx.db.orm, number);
  const notice = row && readableNotice(row);
  const book = await readBook(ctx.db.orm, taskSettings(ctx.env.railSettings).assets);
  const isOpen = notice && standingOf(notice, book) === "open";
  const proposal = isOpen ? proposalOfNotice(notice, book, row.receivedAt) : null;
  if (!notice || !proposal) return refused(`${name} is proposed for no task: see \`tasks proposals\`.`);
  const { task, kind } = proposal;
  const missing = missingOf(args, notice, kind);
  if (missing.length > 0)
    return refused(`The email proves nothing. Look at PayPal, and enter what stands there with ${missing.join(", ")}.`);
  const { case: typedCase, answer_by: answerBy, at = row.receivedAt, fee = "0", screenshot = "", reason } = args;
  const evidence = { screenshot, notice: number };
  if (kind === "disputed" && answerBy !== undefined) {
    const part = { amount: money(notice.amount), payment: notice.tx };
    const caseId = typedCase ?? notice.caseId ?? "";
    return enterDispute(ctx, { number: task.number, reason, evidence, ...part, caseId, answerBy }, operator);
  }
  if (kind === "disputed" || kind === "dispute_won" || kind === "dispute_lost")
    return refused(`${name} is about a dispute: use \`tasks ${kind.replace("_", "-")}\`.`);
  return acceptMoney(
    ctx,
    { seen: { ...notice, fee, at }, task, kind, original: notice.original },
    evidence,
    reason,
    operator,
  );
}

function missingOf(args: Accepting, { caseId }: PaypalNotice, kind: Proposal["kind"]): string[] {
  const typed = { fee: args.fee, at: args.at, screenshot: args.screenshot, "answer-by": args.answer_by };
  const missing = typedOf(kind).filter((field) => Reflect.get(typed, field) === undefined);
  const needsCase = kind === "disputed" && caseId === null && args.case === undefined;
  return [...(needsCase ? ["case"] : []), ...missing].map((field) => `--${field}`);
}

/** `account`: null or empty where PayPal names none. `fee`: decimal text. */
type AcceptedMoney = {
  seen: { tx: string; amount: bigint; fee: string; at: Date; account: string | null };
  task: BookTask;
  kind: EntryRules["kind"];
  original: string | null;
};

async function acceptMoney(
  ctx: Context,
  { seen: { tx, amount, fee, at, account }, task: { number }, kind, original }: AcceptedMoney,
  evidence: EntryProof,
  reason: string,
  operator: Operator,
): Promise<Outcome> {
  const row = await taskOf(ctx.db.orm, { number });
  const party = row && (await partyOf(ctx.db.orm, row));
  const other = kind === "refunded" ? null : account || party?.account || "";
  const rules = {
    paid: () => paidRules(operator, reason),
    received: () => receivedRules(reason, undefined),
    returned: () => returnedRules(reason),
    refunded: () => refundedRules(reason, original ?? undefined),
  }[kind]();
  return enter(ctx, { number, tx, amount: money(amount), fee, at, account: other }, operator, { ...rules, evidence });
}
