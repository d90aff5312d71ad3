import { and, eq, sql } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { parseAmount, parseDecimal } from "../../../contract/values/decimal.ts";
import { asset, payment } from "../../db/schema/index.ts";
import { applyOrderEvent, orderEventArguments } from "../../operator/apply-order-event.ts";
import { amountArgument, assetArgument, railArgument, txArgument } from "../../operator/arguments.ts";
import { command, type Operator, type Outcome } from "../../operator/command.ts";
import { lossConcern, payinConcerns } from "../../operator/concerns/payin-concern.ts";
import { payinRails } from "../../operator/known-rails.ts";
import type { Context } from "../../ports/context.ts";
import { RailUnavailable } from "../../ports/rail.ts";
import { loadRegister } from "../../staff/register.ts";
import type { OrderRow } from "../order-facts-query.ts";
import { eventReporter } from "../report-event.ts";
import type { OrderEvent } from "../rules/order-event.ts";
import { normalTransactionId } from "../rules/transaction-id.ts";

const payinArguments = orderEventArguments.extend({
  tx: txArgument,
  amount: amountArgument,
  asset: assetArgument,
  rail: railArgument.optional(),
  fee: z.string().default("0").describe("fee the rail deducted"),
});

/** Commands to record what an operator saw at a rail that did not report it. */
export const orderPayinCommands = [
  command({
    name: "orders confirm-payin",
    summary: "Records a final payment. The same transaction is booked once.",
    changes: { asks: "another operator is on the order, or amount or fee are not what the order lets expect" },
    positional: ["ref"],
    args: payinArguments,
    run: confirmPayin,
  }),
  command({
    name: "orders payment-gone",
    summary: "Records that a payment is gone: one that was not final never arrived, a final one is a loss.",
    changes: { asks: "another operator is on the order, or the payment was final, so that it is a loss" },
    positional: ["ref"],
    args: orderEventArguments.extend({ tx: txArgument }),
    run: (ctx, args, operator) =>
      applyOrderEvent(
        ctx,
        operator,
        args,
        (row) => paymentGone(ctx, row, args.tx),
        async (_locked, event, tx) => (event.name === "payment_reversed" ? [await lossConcern(tx, event)] : []),
      ),
  }),
  command({
    name: "orders refunded-at-rail",
    summary: "Records a refund made at the rail itself, once per transaction.",
    changes: { asks: "another operator is on the order" },
    positional: ["ref"],
    args: orderEventArguments.extend({
      tx: txArgument,
      amount: amountArgument,
      payment: z.string().trim().max(200).optional().describe("the refunded payment, if there are several"),
    }),
    run: (ctx, args, operator) => applyOrderEvent(ctx, operator, args, (row) => refundedAtRail(ctx, row, args)),
  }),
];

async function confirmPayin(ctx: Context, args: z.infer<typeof payinArguments>, operator: Operator): Promise<Outcome> {
  return applyOrderEvent(
    ctx,
    operator,
    args,
    (row) => confirmed(ctx, row, args),
    (locked, event, tx) => (event.name === "payment_final" ? payinConcerns(ctx, tx, locked, event.payment) : []),
  );
}

async function confirmed(
  ctx: Context,
  row: OrderRow,
  args: z.infer<typeof payinArguments>,
): Promise<OrderEvent | string> {
  const paid = await assetOf(ctx, args.asset);
  if (!paid) return `Unknown asset: ${args.asset}.`;
  const { decimals } = paid;
  const tx = normalTransactionId(paid, args.tx);
  const amount = parseAmount(args.amount, decimals);
  if (typeof amount !== "bigint") return `${args.amount} is not an amount of ${args.asset}.`;
  const railFee = parseDecimal(args.fee, decimals);
  if (typeof railFee !== "bigint" || railFee > amount) return `${args.fee} is not a fee of ${args.amount}.`;
  const rails = await payinRails(ctx, args.asset);
  const rail = args.rail ?? (args.asset === row.fromAsset ? row.payinRail : null) ?? rails[0];
  if (rail === undefined || !(rails.includes(rail) || rail === row.payinRail))
    return `${args.asset} comes in by ${rails.join(", ")}.`;
  const isVerified = await askPayinRail(ctx, row, rail);
  const [bookedPayment] = await ctx.db.orm
    .select()
    .from(payment)
    .where(and(eq(payment.rail, rail), eq(sql`lower(${payment.railPaymentId})`, tx.toLowerCase())));
  if (bookedPayment && bookedPayment.orderRef !== row.ref) {
    return `The payment ${args.tx} belongs to order ${shownRef(bookedPayment.orderRef)}.`;
  }
  if (bookedPayment?.status === "final" && (bookedPayment.amount !== amount || bookedPayment.asset !== args.asset)) {
    return `The payment ${args.tx} is already final with another amount: see orders show.`;
  }
  // Without staff one person can do all, and the terminal believes what is typed.
  if (!bookedPayment && isVerified !== "no answer of its own" && !(await loadRegister(ctx.db.orm)).isEmpty)
    return isVerified === "asked"
      ? `REFUSED: the rail ${rail} was asked, and knows no payment ${args.tx} of this order.`
      : `REFUSED: the rail ${rail} does not answer, and it has to be asked first.`;
  const required = bookedPayment?.required ?? 1;
  const report = { rail, railPaymentId: bookedPayment?.railPaymentId ?? tx, asset: args.asset, amount, railFee };
  return { name: "payment_final", payment: { ...report, confirmations: required, required } };
}

/** The rail books what it knows of the order; then only what it cannot tell is left for an operator's word. */
async function askPayinRail(
  ctx: Context,
  { ref, payinMethod, payinRail, fromAsset }: OrderRow,
  rail: string,
): Promise<"asked" | "no answer of its own" | "away"> {
  if (payinMethod === null || payinRail !== rail) return "no answer of its own";
  try {
    const payin = ctx.rails.payinOf({ rail, asset: fromAsset, method: payinMethod });
    return (await payin.reconcile({ ref }, eventReporter(ctx))) ? "asked" : "no answer of its own";
  } catch (error) {
    if (error instanceof RailUnavailable) return "away";
    throw error;
  }
}

async function paymentGone(ctx: Context, row: OrderRow, tx: string): Promise<OrderEvent | string> {
  const bookedPayment = (await paymentsOf(ctx, row)).find(isPayment(tx));
  if (!bookedPayment) return `Order ${shownRef(row.ref)} has no payment ${tx}.`;
  const named = { rail: bookedPayment.rail, railPaymentId: bookedPayment.railPaymentId };
  return bookedPayment.status === "seen"
    ? { name: "payment_vanished", ...named }
    : { name: "payment_reversed", ...named };
}

async function refundedAtRail(
  ctx: Context,
  row: OrderRow,
  args: { tx: string; amount: string; payment?: string | undefined },
): Promise<OrderEvent | string> {
  const payments = (await paymentsOf(ctx, row)).filter(({ asset: paid }) => paid === row.fromAsset);
  const [paid] = args.payment ? payments.filter(isPayment(args.payment)) : payments;
  if (!paid) return `Order ${shownRef(row.ref)} has no such payment in ${row.fromAsset}.`;
  if (!args.payment && payments.length > 1) return "Several payments were received: enter one with --payment.";
  const amount = parseAmount(args.amount, (await assetOf(ctx, row.fromAsset))?.decimals ?? 0);
  if (typeof amount !== "bigint" || amount > paid.amount) return `${args.amount} is not a part of that payment.`;
  return { name: "refunded_at_rail", rail: paid.rail, refundId: args.tx, railPaymentId: paid.railPaymentId, amount };
}

const paymentsOf = (ctx: Context, { ref }: OrderRow) =>
  ctx.db.orm.select().from(payment).where(eq(payment.orderRef, ref));

/** Ids differ in more than letters; a person copies them from different pages. */
const isPayment = (typed: string) => {
  const plain = (id: string) => id.trim().toLowerCase().replace(/^0x/, "");
  return ({ railPaymentId }: { railPaymentId: string }) => plain(railPaymentId) === plain(typed);
};

async function assetOf(ctx: Context, id: string) {
  const [row] = await ctx.db.orm.select().from(asset).where(eq(asset.id, id));
  return row;
}
