import { and, asc, desc, eq, gt, gte, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../../contract/order/order-number.ts";
import { holdReasons, orderStatuses } from "../../../../contract/order/order-states.ts";
import { formatDecimal } from "../../../../contract/values/decimal.ts";
import { asset, order, orderNote, orderTaken } from "../../../db/schema/index.ts";
import { noOrder } from "../../apply-order-event.ts";
import { flag, limitArgument, refArgument, sinceArgument } from "../../arguments.ts";
import { recordAudit } from "../../audit.ts";
import { command, done, type Operator } from "../../command.ts";
import { orderDetails } from "./order-details.ts";

const filters = z.object({
  status: z
    .enum(orderStatuses, { error: `One of ${orderStatuses.join(", ")}.` })
    .optional()
    .describe("only this status"),
  held: flag("only orders on hold"),
  reason: z
    .enum(holdReasons, { error: `One of ${holdReasons.join(", ")}.` })
    .optional()
    .describe("only held for this reason"),
  overdue: flag("only holds whose deadline has passed"),
  mine: flag("only orders that you are on"),
  email: z.string().trim().optional().describe("only this customer"),
  pair: z.string().optional().describe("only this pair"),
  since: sinceArgument,
  limit: limitArgument,
});

export const orderCommands = [
  command({
    name: "orders list",
    summary: "Orders, newest first.",
    args: filters,
    run: async (ctx, args, operator) => {
      const now = ctx.clock.now();
      const assets = await ctx.db.orm.select({ id: asset.id, decimals: asset.decimals }).from(asset);
      const amount = (minor: bigint, id: string) =>
        `${formatDecimal(minor, assets.find((row) => row.id === id)?.decimals ?? 0)} ${id}`;
      const rows = await ctx.db.orm
        .select({ row: order, taken: orderTaken.actor })
        .from(order)
        .leftJoin(orderTaken, and(eq(orderTaken.orderRef, order.ref), gt(orderTaken.until, now)))
        .where(filterOf(args, operator, now))
        .orderBy(desc(order.createdAt), asc(order.ref))
        .limit(args.limit);
      return done(
        rows.map(({ row, taken }) => ({
          ref: shownRef(row.ref),
          status: row.status,
          hold: row.holdReason,
          deadline: row.holdDeadline?.toISOString() ?? null,
          on_it: taken,
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
    summary: "Everything about one order, and the next command.",
    positional: ["ref"],
    args: z.object({ ref: refArgument }),
    run: async (ctx, { ref }) => {
      const found = await orderDetails(ctx, ref);
      return found ? done(found) : noOrder(ref);
    },
  }),
  command({
    name: "orders note",
    summary: "Adds a note that only operators see.",
    changes: { asksNothing: "a note moves nothing" },
    positional: ["ref", "text"],
    args: z.object({ ref: refArgument, text: z.string({ error: "Enter the note." }).trim().min(1).max(2000) }),
    run: async (ctx, { ref, text }, operator) => {
      const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
      if (!row) return noOrder(ref);
      await ctx.db.transaction(async (tx) => {
        const id = ctx.ids.newId("note");
        await tx.insert(orderNote).values({ id, orderRef: ref, actor: operator.name, text, at: ctx.clock.now() });
        const details = { before: null, after: text };
        await recordAudit(ctx, tx, operator, { action: "order_note", subject: ref, reason: null, details });
      });
      return done(`Note added to order ${shownRef(ref)}.`);
    },
  }),
];

function filterOf(args: z.infer<typeof filters>, operator: Operator, now: Date): SQL | undefined {
  return and(
    args.status && eq(order.status, args.status),
    args.held && isNotNull(order.holdReason),
    args.reason && eq(order.holdReason, args.reason),
    args.overdue && lte(order.holdDeadline, now),
    args.mine && eq(orderTaken.actor, operator.name),
    args.email ? eq(sql`lower(${order.email})`, args.email.toLowerCase()) : undefined,
    args.pair ? eq(order.pairId, args.pair) : undefined,
    args.since && gte(order.createdAt, args.since),
  );
}
