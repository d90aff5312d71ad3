import { and, eq } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { parseAmount } from "../../../contract/values/decimal.ts";
import { asset, payment } from "../../db/schema/index.ts";
import { applyOrderEvent, orderEventArguments } from "../../operator/apply-order-event.ts";
import { command } from "../../operator/command.ts";
import type { Context } from "../../ports/context.ts";
import type { OrderRow } from "../order-facts-query.ts";
import type { OrderEvent } from "../rules/order-event.ts";

const caseArgument = z.string().trim().min(1).max(100).describe("case number at the rail");
const decided = orderEventArguments.extend({ case: caseArgument.optional() });

/** Commands about cases that a payer opened at the rail. */
export const orderDisputeCommands = [
  command({
    name: "orders dispute-opened",
    summary: "Records a dispute about the payment or a part of it; nothing is sent until it is decided.",
    changes: { asks: "another operator is on the order" },
    positional: ["ref"],
    args: orderEventArguments.extend({
      case: caseArgument,
      amount: z.string().optional().describe("disputed amount (default: all of it)"),
    }),
    run: (ctx, args, operator) => applyOrderEvent(ctx, operator, args, (row) => opened(ctx, row, args)),
  }),
  command({
    name: "orders dispute-won",
    summary: "Records that we won a dispute: the money is released and the order continues.",
    changes: { asks: "another operator is on the order" },
    positional: ["ref"],
    args: decided,
    run: (ctx, args, operator) => applyOrderEvent(ctx, operator, args, (row) => ended(row, "dispute_won", args.case)),
  }),
  command({
    name: "orders dispute-lost",
    summary: "Records that we lost a dispute: what the order does not cover is our loss.",
    changes: { asks: "another operator is on the order" },
    positional: ["ref"],
    args: decided,
    run: (ctx, args, operator) => applyOrderEvent(ctx, operator, args, (row) => ended(row, "dispute_lost", args.case)),
  }),
];

async function opened(
  ctx: Context,
  row: OrderRow,
  args: { case: string; amount?: string | undefined },
): Promise<OrderEvent | string> {
  const [paid] = await ctx.db.orm.select().from(asset).where(eq(asset.id, row.fromAsset));
  if (paid?.kind !== "ewallet") return `${row.fromAsset} cannot be disputed: nobody takes it back.`;
  const [payin] = await ctx.db.orm
    .select({ rail: payment.rail })
    .from(payment)
    .where(and(eq(payment.orderRef, row.ref), eq(payment.status, "final"), eq(payment.asset, row.fromAsset)));
  if (!payin) return `Order ${shownRef(row.ref)} has no final payment to dispute.`;
  const amount = args.amount === undefined ? null : parseAmount(args.amount, paid.decimals);
  if (typeof amount === "string") return `${args.amount} is not an amount of ${row.fromAsset}.`;
  return { name: "dispute_opened", caseId: args.case, rail: payin.rail, amount };
}

/** The case id is optional while there is only one. */
function ended(row: OrderRow, name: "dispute_won" | "dispute_lost", typed: string | undefined): OrderEvent | string {
  if (typed !== undefined) return { name, caseId: typed };
  const open = row.disputes.filter(({ state }) => state === "open");
  const [only] = open;
  if (!only) return `Order ${shownRef(row.ref)} has no open dispute.`;
  if (open.length > 1)
    return `Several open cases: ${open.map(({ caseId }) => caseId).join(", ")}. Enter one with --case.`;
  return { name, caseId: only.caseId };
}
