import { and, asc, desc, eq, gt, gte, isNotNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { holdReasons, orderStatuses } from "../../../contract/order/order-states.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { asset, order, orderTaken } from "../../db/schema/index.ts";
import { allInRate } from "../../market/rules/rate.ts";
import { flag, limitArgument, momentArgument, sinceArgument } from "../../operator/arguments.ts";
import { command, done, type Operator } from "../../operator/command.ts";
import { profitsOf } from "../../operator/reports/profit-of-orders.ts";
import type { Context } from "../../ports/context.ts";
import { csvFile } from "../../shared/csv.ts";

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
  asset: z.string().optional().describe("only with this asset on either side"),
  since: sinceArgument,
  until: momentArgument.optional().describe("only created before this time, 2026-12-31T08:00:00Z"),
  page: z.coerce.number().int().min(1).max(100_000).default(1).describe("page, from 1"),
  limit: limitArgument,
});
type Filters = z.infer<typeof filters>;

const exported = filters.extend({
  limit: z.coerce.number().int().min(1).max(100_000).default(10_000).describe("how many rows"),
  out: z.string().trim().min(1).max(1000).optional().describe("CSV file to write, orders.csv"),
});

export const orderListCommands = [
  command({
    name: "orders list",
    summary: "Orders, newest first, with fee, all-in rate, payout and profit.",
    args: filters,
    run: async (ctx, args, operator) => {
      const rows = await matchingOrders(ctx, args, operator);
      return done(
        rows.map(({ row, taken, from, to, profit }) => ({
          ref: shownRef(row.ref),
          status: row.status,
          hold: row.holdReason,
          deadline: row.holdDeadline?.toISOString() ?? null,
          on_it: taken,
          from: `${from(row.fromAmount)} ${row.fromAsset}`,
          to: `${to(row.toAmount)} ${row.toAsset}`,
          received: `${from(row.received)} ${row.fromAsset}`,
          fee: `${to(row.serviceFee + row.payoutFee)} ${row.toAsset}`,
          rate: rateOf(row, from.decimals, to.decimals),
          payout: `${to(row.sent)} ${row.toAsset}`,
          profit: profit.map(({ amount, asset: id }) => `${amount} ${id}`).join(", ") || null,
          email: row.email,
          created_at: row.createdAt.toISOString(),
        })),
      );
    },
  }),
  command({
    name: "orders export",
    connects: true,
    summary: "The same orders as a CSV file, or printed without --out.",
    args: exported,
    run: async (ctx, { out, ...args }, operator) => {
      const rows = await matchingOrders(ctx, args, operator);
      const text = csvFile(
        Object.keys(columns),
        rows.map((line) => Object.values(columns).map((cell) => cell(line))),
      );
      if (out === undefined) return done(text);
      return {
        ok: true,
        data: { orders: rows.length },
        file: { path: out, text, message: `${rows.length} orders are in ${out}.` },
      };
    },
  }),
];

/** An order with its amounts as text in each asset, and the profit the ledger has of it, by asset. */
type Line = {
  row: typeof order.$inferSelect;
  taken: string | null;
  from: AmountText;
  to: AmountText;
  profit: { asset: string; amount: string }[];
};
type AmountText = { (minor: bigint): string; decimals: number };

const columns = {
  number: ({ row }) => shownRef(row.ref),
  created: ({ row }) => row.createdAt.toISOString(),
  status: ({ row }) => row.status,
  hold: ({ row }) => row.holdReason ?? "",
  pair: ({ row }) => row.pairId,
  from_asset: ({ row }) => row.fromAsset,
  from_amount: ({ row, from }) => from(row.fromAmount),
  received: ({ row, from }) => from(row.received),
  to_asset: ({ row }) => row.toAsset,
  to_amount: ({ row, to }) => to(row.toAmount),
  fee: ({ row, to }) => to(row.serviceFee + row.payoutFee),
  rate: ({ row, from, to }) => rateOf(row, from.decimals, to.decimals) ?? "",
  reference_rate: ({ row }) => row.referenceRate,
  payout: ({ row, to }) => to(row.sent),
  profit: ({ row, profit, to }) => profit.find(({ asset: id }) => id === row.toAsset)?.amount ?? to(0n),
  other_profit: ({ row, profit }) =>
    profit
      .filter(({ asset: id }) => id !== row.toAsset)
      .map(({ amount, asset: id }) => `${amount} ${id}`)
      .join(", "),
  promo: ({ row }) => row.promoCode ?? "",
  email: ({ row }) => row.email ?? "",
} as const satisfies Record<string, (line: Line) => string>;

async function matchingOrders(ctx: Context, args: Filters, operator: Operator): Promise<Line[]> {
  const now = ctx.clock.now();
  const rows = await ctx.db.orm
    .select({ row: order, taken: orderTaken.actor })
    .from(order)
    .leftJoin(orderTaken, and(eq(orderTaken.orderRef, order.ref), gt(orderTaken.until, now)))
    .where(filterOf(args, operator, now))
    .orderBy(desc(order.createdAt), asc(order.ref))
    .limit(args.limit)
    .offset((args.page - 1) * args.limit);
  const assets = await ctx.db.orm.select({ id: asset.id, decimals: asset.decimals }).from(asset);
  const decimals = new Map(assets.map((row) => [row.id, row.decimals]));
  const textIn = (id: string): AmountText => {
    const digits = decimals.get(id) ?? 0;
    return Object.assign((minor: bigint) => formatDecimal(minor, digits), { decimals: digits });
  };
  const profits = await profitsOf(
    ctx.db.orm,
    rows.map(({ row }) => row.ref),
  );
  return rows.map(({ row, taken }) => {
    const profitOfOrder = [...(profits.get(row.ref) ?? [])].filter(([, amount]) => amount !== 0n);
    const profit = profitOfOrder.map(([id, amount]) => ({ asset: id, amount: textIn(id)(amount) }));
    return { row, taken, from: textIn(row.fromAsset), to: textIn(row.toAsset), profit };
  });
}

const rateOf = (row: Line["row"], fromDecimals: number, toDecimals: number) =>
  row.fromAmount > 0n ? allInRate(row, { fromDecimals, toDecimals }) : null;

function filterOf(args: Filters, operator: Operator, now: Date): SQL | undefined {
  return and(
    args.status && eq(order.status, args.status),
    args.held && isNotNull(order.holdReason),
    args.reason && eq(order.holdReason, args.reason),
    args.overdue && lte(order.holdDeadline, now),
    args.mine && eq(orderTaken.actor, operator.name),
    args.email ? eq(sql`lower(${order.email})`, args.email.toLowerCase()) : undefined,
    args.pair ? eq(order.pairId, args.pair) : undefined,
    args.asset ? or(eq(order.fromAsset, args.asset), eq(order.toAsset, args.asset)) : undefined,
    args.since && gte(order.createdAt, args.since),
    args.until && lt(order.createdAt, args.until),
  );
}
