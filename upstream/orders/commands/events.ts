import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { holdReasons } from "../../../contract/order/order-states.ts";
import { parseAmount } from "../../../contract/values/decimal.ts";
import { asset, order } from "../../db/schema/index.ts";
import type { NetworkFee } from "../../ledger/rules/network-fee.ts";
import { applyOrderEvent, orderEventArguments } from "../../operator/apply-order-event.ts";
import { assetArgument, txArgument } from "../../operator/arguments.ts";
import { command, type Operator, type Outcome, refused } from "../../operator/command.ts";
import { networkFeeConcern } from "../../operator/concerns/network-fee-concern.ts";
import { quotedRateConcern } from "../../operator/concerns/rate-concern.ts";
import { addressConcern, refundAddress } from "../../operator/concerns/refund-address.ts";
import type { Context } from "../../ports/context.ts";
import type { OrderRow } from "../order-facts-query.ts";
import type { OrderEvent } from "../rules/order-event.ts";

const refundArguments = orderEventArguments.extend({
  account: z.string().trim().min(1).max(200).optional().describe("refund address, if the order has none"),
});
const byHandArguments = orderEventArguments.extend({
  tx: txArgument,
  fee: z.string().optional().describe("network fee that it cost us"),
  fee_asset: assetArgument
    .optional()
    .describe("asset of the network fee (default: the one that the rail pays fees in)"),
});
type ByHandArguments = z.infer<typeof byHandArguments>;

/** Operator decisions about an order. */
export const orderEventCommands = [
  command({
    name: "orders hold",
    summary: "Puts an order on hold before anything is sent.",
    changes: { asks: "another operator is on the order" },
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
    changes: { asks: "another operator is on the order, or a late payment counts at a rate beyond the band" },
    positional: ["ref"],
    args: orderEventArguments,
    run: release,
  }),
  command({
    name: "orders refund",
    summary: "Refunds what was received; with --account if the order has no refund address.",
    changes: { asks: "another operator is on the order, or the address is not the one it has" },
    positional: ["ref"],
    args: refundArguments,
    run: refund,
  }),
  command({
    name: "orders complete-payout",
    summary: "Records a payout made by hand, with its transaction and network fee, and completes the order.",
    changes: { asks: "another operator is on the order, or the fee is beyond what a transfer may cost" },
    positional: ["ref"],
    args: byHandArguments,
    run: completePayout,
  }),
  command({
    name: "orders close",
    summary: "Closes an order whose money has no known owner; the money is kept as unclaimed.",
    changes: { asks: "another operator is on the order" },
    positional: ["ref"],
    args: orderEventArguments,
    run: (ctx, args, operator) =>
      applyOrderEvent(ctx, operator, args, () => ({ name: "operator_close", note: args.reason })),
  }),
];

/** A late payment then counts at its quoted rate, at our risk. */
async function release(ctx: Context, args: z.infer<typeof orderEventArguments>, operator: Operator): Promise<Outcome> {
  await ctx.rates.refresh();
  const event = { name: "operator_release", note: args.reason } as const;
  return applyOrderEvent(
    ctx,
    operator,
    args,
    () => event,
    (locked) => {
      const isQuoted = locked.holdReason === "late_payment" || locked.holdReason === "rate_moved";
      return [isQuoted ? quotedRateConcern(ctx, locked) : null];
    },
  );
}

async function refund(ctx: Context, args: z.infer<typeof refundArguments>, operator: Operator): Promise<Outcome> {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, args.ref));
  const address = row && args.account !== undefined ? await refundAddress(ctx, row, args.account) : null;
  if (typeof address === "string") return refused(address);
  const event = { name: "operator_refund", account: address?.account ?? null, note: args.reason } as const;
  return applyOrderEvent(
    ctx,
    operator,
    args,
    () => event,
    (locked) => [address && addressConcern(locked, address)],
  );
}

async function completePayout(ctx: Context, args: ByHandArguments, operator: Operator): Promise<Outcome> {
  return applyOrderEvent(
    ctx,
    operator,
    args,
    (row) => paidByHand(ctx, row, args),
    async (locked, event, tx) => {
      const fee = event.name === "operator_complete_payout" ? event.networkFee : null;
      return [fee && (await networkFeeConcern(ctx, tx, locked.toAsset, fee))];
    },
  );
}

async function paidByHand(ctx: Context, row: OrderRow, args: ByHandArguments): Promise<OrderEvent | string> {
  if (row.status === "sending") {
    return `Order ${shownRef(row.ref)} is being paid by its rail, which reports the result itself. Use orders payout-failed first.`;
  }
  if (ctx.rails.payoutRail(row.toAsset) === undefined) return `No rail pays out ${row.toAsset}.`;
  const gasAsset = ctx.rails.payoutFor(row.toAsset).gas?.asset;
  const networkFee = await feeOf(ctx, args.fee, args.fee_asset ?? gasAsset ?? row.toAsset);
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
