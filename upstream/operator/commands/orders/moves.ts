import { z } from "zod/v4";
import { holdReasons } from "../../../../contract/order/order-states.ts";
import { txArgument } from "../../arguments.ts";
import { command } from "../../command.ts";
import { move, moveArguments } from "../../move.ts";

/** What an operator decides about an order. */
export const orderMoveCommands = [
  command({
    name: "orders hold",
    summary: "Stops an order before anything is sent.",
    positional: ["ref"],
    args: moveArguments.extend({
      as: z.enum(holdReasons).default("manual_review").describe("what the customer is told"),
    }),
    run: (ctx, args, operator) =>
      move(ctx, operator, args, () => ({ name: "operator_hold", reason: args.as, note: args.reason })),
  }),
  command({
    name: "orders release",
    summary: "Lets an order on hold go on.",
    positional: ["ref"],
    args: moveArguments,
    run: (ctx, args, operator) => move(ctx, operator, args, () => ({ name: "operator_release", note: args.reason })),
  }),
  command({
    name: "orders refund",
    summary: "Sends what was received back; with --account where the order does not know where to.",
    positional: ["ref"],
    args: moveArguments.extend({
      account: z.string().trim().min(1).max(200).optional().describe("where to, when unknown"),
    }),
    run: (ctx, args, operator) =>
      move(ctx, operator, args, () => ({
        name: "operator_refund",
        account: args.account ?? null,
        note: args.reason,
      })),
  }),
  command({
    name: "orders complete-payout",
    summary: "The payout was made by hand: names its transaction and completes the order.",
    positional: ["ref"],
    args: moveArguments.extend({ tx: txArgument }),
    run: (ctx, args, operator) =>
      move(ctx, operator, args, () => ({ name: "operator_complete_payout", txId: args.tx, note: args.reason })),
  }),
  command({
    name: "orders close",
    summary: "Ends an order whose money found no owner; it is kept aside.",
    positional: ["ref"],
    args: moveArguments,
    run: (ctx, args, operator) => move(ctx, operator, args, () => ({ name: "operator_close", note: args.reason })),
  }),
];
