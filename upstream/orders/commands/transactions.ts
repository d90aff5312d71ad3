import { and, desc, eq, inArray } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { parseAmount } from "../../../contract/values/decimal.ts";
import { asset, outgoing } from "../../db/schema/index.ts";
import type { NetworkFee } from "../../ledger/rules/network-fee.ts";
import { applyOrderEvent, orderEventArguments } from "../../operator/apply-order-event.ts";
import { txArgument } from "../../operator/arguments.ts";
import { command } from "../../operator/command.ts";
import { overOrWhyNot } from "../../operator/over-or-why-not.ts";
import { twoPeopleSentence } from "../../operator/seen-by-people.ts";
import type { Context } from "../../ports/context.ts";
import { type RailFact, RailUnavailable } from "../../ports/rail.ts";
import type { OrderRow } from "../order-facts-query.ts";
import type { OrderEvent } from "../rules/order-event.ts";

type Movement = typeof outgoing.$inferSelect;

/** Commands to record the result of an outgoing transfer that its rail does not report. */
export const orderTransactionCommands = [
  command({
    name: "orders payout-returned",
    summary:
      "Records that a sent payout was returned, in full or in part. The rail is asked first, and its answer stands.",
    changes: { asks: "another operator is on the order" },
    positional: ["ref"],
    args: orderEventArguments.extend({
      amount: z.string().optional().describe("returned amount (default: all of it)"),
    }),
    run: (ctx, args, operator) => applyOrderEvent(ctx, operator, args, (row) => returned(ctx, row, args.amount)),
  }),
  command({
    name: "orders payout-failed",
    summary: "Records that the payout being sent has failed for certain. The rail is asked first.",
    changes: { asks: "another operator is on the order" },
    positional: ["ref"],
    args: orderEventArguments,
    run: (ctx, args, operator) =>
      applyOrderEvent(ctx, operator, args, (row) =>
        ended(ctx, row, "payout", (outgoingId, networkFee) => {
          return { name: "payout_failed", outgoingId, reason: args.reason, networkFee };
        }),
      ),
  }),
  command({
    name: "orders refund-sent",
    summary:
      "Records a refund sent by hand, with its transaction, that the rail has not sent. The rail is asked first.",
    changes: { asks: "another operator is on the order" },
    positional: ["ref"],
    args: orderEventArguments.extend({ tx: txArgument }),
    run: (ctx, args, operator) =>
      applyOrderEvent(ctx, operator, args, (row) =>
        ended(
          ctx,
          row,
          "refund",
          (outgoingId, networkFee) => ({ name: "refund_done", outgoingId, txId: args.tx, networkFee }),
          "refund_done",
        ),
      ),
  }),
  command({
    name: "orders refund-failed",
    summary: "Records that the refund being sent has failed for certain. The rail is asked first.",
    changes: { asks: "another operator is on the order" },
    positional: ["ref"],
    args: orderEventArguments,
    run: (ctx, args, operator) =>
      applyOrderEvent(ctx, operator, args, (row) =>
        ended(ctx, row, "refund", (outgoingId, networkFee) => {
          return { name: "refund_failed", outgoingId, reason: args.reason, networkFee };
        }),
      ),
  }),
];

/** Ends the transfer in progress, or refuses with a sentence: there is none, or its rail has sent it or still may. */
async function ended(
  ctx: Context,
  row: OrderRow,
  kind: Movement["kind"],
  end: (outgoingId: string, networkFee: NetworkFee | null) => OrderEvent,
  fact?: RailFact,
): Promise<OrderEvent | string> {
  const movement = await newest(ctx, row, kind, "sending");
  if (!movement) return `Order ${shownRef(row.ref)} has no ${kind} being sent.`;
  // Before the rail is asked, which holds the movement.
  const onlyPeople = fact && twoPeopleSentence(ctx, { fact, rail: movement.rail });
  if (onlyPeople) return onlyPeople;
  const over = await overOrWhyNot(ctx, movement);
  return typeof over === "string" ? over : end(movement.id, over.networkFee);
}

async function returned(ctx: Context, row: OrderRow, typed: string | undefined): Promise<OrderEvent | string> {
  const payout = await newest(ctx, row, "payout", "sent", "returned");
  if (!payout) return `Order ${shownRef(row.ref)} has sent no payout.`;
  const objection = await railSaysSent(ctx, payout);
  if (objection !== null) return objection;
  const name = "payout_returned";
  if (typed === undefined) return { name, outgoingId: payout.id, amount: null };
  const [paid] = await ctx.db.orm.select().from(asset).where(eq(asset.id, payout.asset));
  const amount = parseAmount(typed, paid?.decimals ?? 0);
  if (typeof amount !== "bigint" || amount > payout.amount) return `${typed} is not a part of that payout.`;
  return { name, outgoingId: payout.id, amount };
}

/** A rail that has sent a payout says itself when it comes back; null where it never had it, as when it was paid by hand. */
async function railSaysSent(ctx: Context, { id, asset: of, rail }: Movement): Promise<string | null> {
  try {
    const reading = await ctx.rails.payoutOf({ rail, asset: of }).read({ id, asset: of });
    if (reading.state === "settled" || reading.state === "pending")
      return `REFUSED: the rail ${rail} says that this payout was sent, and not that it came back. It reports that itself.`;
    return reading.state === "returned"
      ? `The rail ${rail} has reported the return; the order records it within ten minutes.`
      : null;
  } catch (error) {
    if (error instanceof RailUnavailable)
      return `REFUSED: the rail ${rail} does not answer, and it has to be asked first.`;
    throw error;
  }
}

async function newest(
  ctx: Context,
  { ref }: OrderRow,
  kind: Movement["kind"],
  ...statuses: Movement["status"][]
): Promise<Movement | undefined> {
  const [movement] = await ctx.db.orm
    .select()
    .from(outgoing)
    .where(and(eq(outgoing.orderRef, ref), eq(outgoing.kind, kind), inArray(outgoing.status, statuses)))
    .orderBy(desc(outgoing.attempt))
    .limit(1);
  return movement;
}
