import { and, asc, desc, eq, isNotNull } from "drizzle-orm";
import { z } from "zod/v4";
import { holdReasons, orderStatuses } from "../../../contract/order-states.ts";
import type { Context } from "../../context.ts";
import { asset, order, orderNote } from "../../db/schema/index.ts";
import { formatDecimal } from "../../domain/money.ts";
import type { OrderEvent } from "../../domain/order-event.ts";
import { shownRef } from "../../domain/order-ref.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { applyEvent } from "../../orders/apply.ts";
import { limitArgument, reasonArgument, refArgument } from "../arguments.ts";
import { record } from "../audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../command.ts";
import { whyNot } from "../why-not.ts";
import { orderInFull } from "./order-in-full.ts";

const named = z.object({ ref: refArgument, reason: reasonArgument });

export const orderCommands = [
  command({
    name: "orders list",
    summary: "Orders, newest first.",
    args: z.object({
      status: z.enum(orderStatuses).optional().describe("only this status"),
      held: z.enum(["yes"]).optional().describe("`yes`: only orders on hold"),
      limit: limitArgument,
    }),
    run: async (ctx, { status, held, limit }) => {
      const assets = await ctx.db.orm.select({ id: asset.id, decimals: asset.decimals }).from(asset);
      const amount = (minor: bigint, id: string) =>
        `${formatDecimal(minor, assets.find((row) => row.id === id)?.decimals ?? 0)} ${id}`;
      const rows = await ctx.db.orm
        .select()
        .from(order)
        .where(and(status && eq(order.status, status), held && isNotNull(order.holdReason)))
        .orderBy(desc(order.createdAt), asc(order.ref))
        .limit(limit);
      return done(
        rows.map((row) => ({
          ref: shownRef(row.ref),
          status: row.status,
          hold: row.holdReason,
          from: amount(row.fromAmount, row.fromAsset),
          to: amount(row.toAmount, row.toAsset),
          received: amount(row.received, row.fromAsset),
          email: row.email,
          created_at: row.createdAt.toISOString(),
        })),
      );
    },
  }),
  command({
    name: "orders show",
    summary: "Everything known of one order.",
    positional: ["ref"],
    args: z.object({ ref: refArgument }),
    run: async (ctx, { ref }) => {
      const found = await orderInFull(ctx, ref);
      return found ? done(found) : noOrder(ref);
    },
  }),
  command({
    name: "orders note",
    summary: "Adds a remark that only operators see.",
    positional: ["ref", "text"],
    args: z.object({ ref: refArgument, text: z.string({ error: "Which remark?" }).trim().min(1).max(2000) }),
    run: async (ctx, { ref, text }, operator) => {
      const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
      if (!row) return noOrder(ref);
      await ctx.db.transaction(async (tx) => {
        const id = ctx.ids.newId("note");
        await tx.insert(orderNote).values({ id, orderRef: ref, actor: operator.name, text, at: ctx.clock.now() });
        await record(ctx, tx, operator, { action: "order_note", subject: ref, reason: null });
      });
      return done(`Noted on order ${shownRef(ref)}.`);
    },
  }),
  command({
    name: "orders hold",
    summary: "Stops an order before anything is sent.",
    positional: ["ref"],
    args: named.extend({ as: z.enum(holdReasons).default("manual_review").describe("what the customer is told") }),
    run: (ctx, args, operator) =>
      move(ctx, operator, args, { name: "operator_hold", reason: args.as, note: args.reason }),
  }),
  command({
    name: "orders release",
    summary: "Lets an order on hold go on.",
    positional: ["ref"],
    args: named,
    run: (ctx, args, operator) => move(ctx, operator, args, { name: "operator_release", note: args.reason }),
  }),
  command({
    name: "orders complete-payout",
    summary: "The payout was made by hand: names its transaction and completes the order.",
    positional: ["ref"],
    args: named.extend({
      tx: z.string({ error: "Name the transaction with --tx." }).trim().min(1).max(200).describe("transaction"),
    }),
    run: (ctx, args, operator) =>
      move(ctx, operator, args, { name: "operator_complete_payout", txId: args.tx, note: args.reason }),
  }),
  command({
    name: "orders refund",
    summary: "Sends what was received back.",
    positional: ["ref"],
    args: named.extend({ account: z.string().trim().min(1).max(200).optional().describe("where to, when unknown") }),
    run: (ctx, args, operator) =>
      move(ctx, operator, args, { name: "operator_refund", account: args.account ?? null, note: args.reason }),
  }),
  command({
    name: "orders close",
    summary: "Ends an order whose money found no owner; it is kept aside.",
    positional: ["ref"],
    args: named,
    run: (ctx, args, operator) => move(ctx, operator, args, { name: "operator_close", note: args.reason }),
  }),
];

const noOrder = (ref: string) => refused(`There is no order ${shownRef(ref)}.`);

/** The order machine decides, and keeps who did it and why; the operator is one of those who may ask. */
async function move(ctx: Context, operator: Operator, { ref }: { ref: string }, event: OrderEvent): Promise<Outcome> {
  const [before] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!before) return noOrder(ref);
  const after = await applyEvent(ctx, ref, event, `operator:${operator.name}`);
  if (isRefusal(after)) return refused(whyNot(after, before));
  return done(`Order ${shownRef(ref)} was ${before.status} and is ${after.status} now.`);
}
