import { z } from "zod/v4";
import { holdReasons } from "../../../../contract/order/order-states.ts";
import { applyOrderEvent, orderEventArguments } from "../../apply-order-event.ts";
import { txArgument } from "../../arguments.ts";
import { command } from "../../command.ts";

/** Operator decisions about an order. */
export const orderEventCommands = [
  command({
    name: "orders hold",
    summary: "Puts an order on hold before anything is sent.",
    positional: ["ref"],
    args: orderEventArguments.extend({
      as: z.enum(holdReasons).default("manual_review").describe("reason shown to the customer"),
    }),
    run: (ctx, args, operator) =>
      applyOrderEvent(ctx, operator, args, () => ({ name: "operator_hold", reason: args.as, note: args.reason })),
  }),
  command({
    name: "orders release",
    summary: "Resumes an order on hold.",
    positional: ["ref"],
    args: orderEventArguments,
    run: (ctx, args, operator) =>
      applyOrderEvent(ctx, operator, args, () => ({ name: "operator_release", note: args.reason })),
  }),
  command({
    name: "orders refund",
    summary: "Refunds what was received; with --account if the order has no refund address.",
    positional: ["ref"],
    args: orderEventArguments.extend({
      account: z.string().trim().min(1).max(200).optional().describe("refund address, if the order has none"),
    }),
    run: (ctx, args, operator) =>
      applyOrderEvent(ctx, operator, args, () => ({
        name: "operator_refund",
        account: args.account ?? null,
        note: args.reason,
      })),
  }),
  command({
    name: "orders complete-payout",
    summary: "Records a payout made by hand, with its transaction, and completes the order.",
    positional: ["ref"],
    args: orderEventArguments.extend({ tx: txArgument }),
    run: (ctx, args, operator) =>
      applyOrderEvent(ctx, operator, args, () => ({
        name: "operator_complete_payout",
        txId: args.tx,
        note: args.reason,
      })),
  }),
  command({
    name: "orders close",
    summary: "Closes an order whose money has no known owner; the money is kept as unclaimed.",
    positional: ["ref"],
    args: orderEventArguments,
    run: (ctx, args, operator) =>
      applyOrderEvent(ctx, operator, args, () => ({ name: "operator_close", note: args.reason })),
  }),
];
