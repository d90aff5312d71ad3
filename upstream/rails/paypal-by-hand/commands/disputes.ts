import { z } from "zod/v4";
import { withoutInvisible } from "../../../../contract/values/pasted-text.ts";
import { momentArgument, reasonArgument } from "../../../operator/arguments.ts";
import { command } from "../../../operator/command.ts";
import { enterAnswer, enterDispute, enterEnd } from "./enter-dispute.ts";
import { screenshotArgument, taskArgument } from "./task-command.ts";

export const caseArgument = z
  .string({ error: "case: enter PayPal's case number." })
  .overwrite(withoutInvisible)
  .trim()
  .regex(/^[A-Za-z0-9-]{1,40}$/, "case: enter PayPal's case number, as in PP-R-ABC-123456789.")
  .toUpperCase()
  .describe("PayPal's case number");
export const answerByArgument = momentArgument.describe(
  "until when PayPal wants an answer, 2026-12-31 or 2026-12-31T18:00Z; a day alone counts from its beginning, UTC",
);
export const resultArgument = z.enum(["won", "lost"], { error: "result: enter won or lost." });

const about = z.object({
  number: taskArgument,
  case: caseArgument,
  screenshot: screenshotArgument,
  reason: reasonArgument,
});

/** Cases that a payer of an invoice has opened at PayPal, from the opening to PayPal's decision. */
export const taskDisputeCommands = [
  command({
    name: "tasks disputed",
    summary:
      "Says that the payer of an invoice has opened a case at PayPal, or that PayPal has taken a payment back. The order counts it once a second person has confirmed it; nothing is sent from then on.",
    changes: { asksNothing: "a second person confirms it" },
    positional: ["number"],
    files: ["screenshot"],
    args: about.extend({
      answer_by: answerByArgument,
      amount: z.string().max(40).optional().describe("disputed amount (default: all that is left of the payment)"),
      of: z.string().trim().max(60).optional().describe("transaction of the disputed payment, if there are several"),
    }),
    run: (ctx, { number, case: caseId, answer_by: answerBy, amount, of, reason, screenshot }, operator) =>
      enterDispute(ctx, { number, caseId, answerBy, amount, payment: of, reason, evidence: { screenshot } }, operator),
  }),
  command({
    name: "tasks dispute-answered",
    summary:
      "Says that we have answered in a case at PayPal; with --answer-by until when PayPal wants another answer, also later.",
    changes: { asksNothing: "no money moves, and the screenshot is kept" },
    positional: ["number"],
    files: ["screenshot"],
    args: about.extend({ answer_by: answerByArgument.optional() }),
    run: (ctx, { number, case: caseId, answer_by: answerBy, reason, screenshot }, operator) =>
      enterAnswer(ctx, { number, caseId, answerBy: answerBy ?? null, reason, evidence: { screenshot } }, operator),
  }),
  command({
    name: "tasks dispute-ended",
    summary: "Says how PayPal has decided a case. The order counts it once a second person has confirmed it.",
    changes: { asksNothing: "a second person confirms it" },
    positional: ["number"],
    files: ["screenshot"],
    args: about.extend({ result: resultArgument.describe("won: the money is ours; lost: the payer has it back") }),
    run: (ctx, { number, case: caseId, result, reason, screenshot }, operator) =>
      enterEnd(ctx, { number, caseId, end: `dispute_${result}`, reason, evidence: { screenshot } }, operator),
  }),
];
