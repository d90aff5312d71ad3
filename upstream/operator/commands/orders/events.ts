import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../../contract/order/order-number.ts";
import { holdReasons } from "../../../../contract/order/order-states.ts";
import { parseAmount } from "../../../../contract/values/decimal.ts";
import type { Context } from "../../../context.ts";
import { asset } from "../../../db/schema/index.ts";
import type { NetworkFee, OrderEvent } from "../../../domain/order-event.ts";
import type { OrderRow } from "../../../orders/order-facts-query.ts";
import { applyOrderEvent, orderEventArguments } from "../../apply-order-event.ts";
import { assetArgument, txArgument } from "../../arguments.ts";
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
    summary: "Records a payout made by hand, with its transaction and network fee, and completes the order.",
    positional: ["ref"],
    args: orderEventArguments.extend({
      tx: txArgument,
      fee: z.string().optional().describe("network fee that it cost us"),
      fee_asset: assetArgument.optional().describe("asset of the network fee (default: the payout's)"),
    }),
    run: (ctx, args, operator) => applyOrderEvent(ctx, operator, args, (row) => paidByHand(ctx, row, args)),
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

type ByHand = { tx: string; fee?: string | undefined; fee_asset?: string | undefined; reason: string };

async function paidByHand(ctx: Context, row: OrderRow, args: ByHand): Promise<OrderEvent | string> {
  if (row.status === "sending") {
    return `Order ${shownRef(row.ref)} is being paid by its rail, which reports the result itself. Use orders payout-failed first.`;
  }
  const networkFee = await feeOf(ctx, args.fee, args.fee_asset ?? row.toAsset);
  if (typeof networkFee === "string") return networkFee;
  return { name: "operator_complete_payout", txId: args.tx, networkFee, note: args.reason };
}

async function feeOf(ctx: Context, typed: string | undefined, feeAsset: string): Promise<NetworkFee | null | string> {
  if (typed === undefined) return null;
  const [paid] = await ctx.db.orm.select({ decimals: asset.decimals }).from(asset).where(eq(asset.id, feeAsset));
  if (!paid) return `Unknown asset: ${feeAsset}.`;
  const amount = parseAmount(typed, paid.decimals);
  return typeof amount === "bigint" ? { asset: feeAsset, amount } : `${typed} is not an amount of ${feeAsset}.`;
}
