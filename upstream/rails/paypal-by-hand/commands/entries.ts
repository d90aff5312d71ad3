import { z } from "zod/v4";
import { anywayArgument, momentArgument, reasonArgument } from "../../../operator/arguments.ts";
import { command } from "../../../operator/command.ts";
import { enter, paidRules, receivedRules, refundedRules, returnedRules } from "./enter-entry.ts";
import { screenshotArgument, taskArgument } from "./task-command.ts";

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
  at: momentArgument.describe("when it happened, as PayPal shows it, 2026-12-31T23:59Z"),
  account: z
    .string({ error: "account: enter the other side's PayPal email." })
    .max(300)
    .describe("PayPal email of the other side"),
  screenshot: screenshotArgument,
});
const explained = seen.extend({ reason: reasonArgument });
const refunded = explained.omit({ account: true, fee: true }).extend({
  of: z.string().trim().max(60).optional().describe("transaction of the refunded payment, if there are several"),
});

/** PayPal takes no fee for a refund, which goes to the account that has paid. */
const noFee = { fee: "0", account: null };

export const taskEntryCommands = [
  command({
    name: "tasks paid",
    summary: "Says that the money of your task was sent at PayPal. Above the limit a second person confirms it.",
    changes: { asksNothing: "what differs from the task is refused" },
    positional: ["number"],
    files: ["screenshot"],
    args: seen,
    run: (ctx, { screenshot, ...typed }, operator) =>
      enter(ctx, typed, operator, { ...paidRules(operator, null), evidence: { screenshot } }),
  }),
  command({
    name: "tasks received",
    summary:
      "Says that an invoice, or a part of it, was paid at PayPal. The order counts it once a second person has confirmed it. An invoice that was marked as paid has no transaction, and no money.",
    changes: { asks: "the payer is not the one that the order names" },
    positional: ["number"],
    files: ["screenshot"],
    args: explained.extend({ anyway: anywayArgument }),
    run: (ctx, { screenshot, reason, anyway, ...typed }, operator) =>
      enter(ctx, typed, operator, { ...receivedRules(reason, anyway), evidence: { screenshot } }),
  }),
  command({
    name: "tasks returned",
    summary:
      "Says that what a task has paid came back, in full or in part: refused, or not claimed within 30 days. It counts once a second person has confirmed it.",
    changes: { asksNothing: "a second person confirms it" },
    positional: ["number"],
    files: ["screenshot"],
    args: explained,
    run: (ctx, { screenshot, reason, ...typed }, operator) =>
      enter(ctx, typed, operator, { ...returnedRules(reason), evidence: { screenshot } }),
  }),
  command({
    name: "tasks refunded",
    summary:
      "Says that a payment of an invoice was refunded at PayPal without a task, in full or in part: by one of us, or by PayPal. It counts once a second person has confirmed it.",
    changes: { asksNothing: "a second person confirms it" },
    positional: ["number"],
    files: ["screenshot"],
    args: refunded,
    run: (ctx, { screenshot, reason, of, ...typed }, operator) =>
      enter(ctx, { ...typed, ...noFee }, operator, { ...refundedRules(reason, of), evidence: { screenshot } }),
  }),
];
