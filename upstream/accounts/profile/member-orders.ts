import { and, asc, count, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod/v4";
import type { memberOrdersQuery, OrderSummary, OrderTotal } from "../../../contract/order/member-orders.ts";
import { parseRef } from "../../../contract/order/order-number.ts";
import { type HandStep, orderStatuses } from "../../../contract/order/order-states.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { parseMoment } from "../../../contract/values/moment.ts";
import type { PayoutWait } from "../../../contract/values/payout-waits.ts";
import { order, payment } from "../../db/schema/orders.ts";
import { outgoing } from "../../db/schema/outgoing.ts";
import { allInRate } from "../../market/rules/rate.ts";
import { adoptOrders } from "../../orders/change-owner.ts";
import type { OrderRow } from "../../orders/order-facts-query.ts";
import { holdRules } from "../../orders/rules/holds.ts";
import { handStepsOf } from "../../orders/view/hand-steps-of.ts";
import { orderWaitsOf } from "../../orders/view/order-wait.ts";
import { statusLabel } from "../../orders/view/status-label.ts";
import type { Context } from "../../ports/context.ts";
import { type Refusal, refuseFields } from "../../shared/rules/refusal.ts";
import { rangeOf } from "../paging.ts";
import type { MemberRow } from "../sign-in/sessions.ts";
import { orderTotals } from "./order-totals.ts";

export type OrdersQuery = z.output<typeof memberOrdersQuery>;
/** `byStatus` counts the orders that match the other filters, in every status. */
type MemberOrderPage = {
  orders: OrderSummary[];
  total: number;
  byStatus: Record<string, number>;
  totals: OrderTotal[];
};

/** Most orders in a file. */
const maxRowsInFile = 10_000;

/** The member's orders, including guest orders with their email since placed. Drafts only on request. */
export async function ordersOf(
  ctx: Pick<Context, "db" | "market" | "rails">,
  member: MemberRow,
  query: OrdersQuery,
  language: Lang,
): Promise<MemberOrderPage | Refusal> {
  const since = parseMoment(query.from);
  const until = parseMoment(query.to);
  const faults = [
    ...(since === undefined ? [{ pointer: "/from", code: "invalid" } as const] : []),
    ...(until === undefined ? [{ pointer: "/to", code: "invalid" } as const] : []),
  ];
  if (since === undefined || until === undefined) return refuseFields(...faults);
  await adoptOrders(ctx.db.orm, member);
  const statuses = orderStatuses.filter(query.status ? among(query.status) : (status) => status !== "draft");
  const inAnyState = and(
    eq(order.ownerId, member.id),
    query.pair ? eq(order.pairId, query.pair) : undefined,
    since ? gte(order.createdAt, since) : undefined,
    until ? lt(order.createdAt, until) : undefined,
    query.q ? isAbout(query.q) : undefined,
  );
  const matching = and(inAnyState, inArray(order.status, statuses));
  const range = query.format === "csv" ? { limit: maxRowsInFile, offset: 0 } : rangeOf(query);
  const direction = query.sort === "created_at" ? asc : desc;
  const rows = await ctx.db.orm
    .select()
    .from(order)
    .where(matching)
    .orderBy(direction(order.createdAt), direction(order.ref))
    .limit(range.limit)
    .offset(range.offset);
  const counted = await ctx.db.orm
    .select({ status: order.status, orders: count() })
    .from(order)
    .where(inAnyState)
    .groupBy(order.status);
  const countByStatus = new Map(counted.map((line) => [line.status, line.orders]));
  const { pairs } = await ctx.market.terms();
  const [steps, waits] = [await handStepsOf(ctx.rails, rows), await orderWaitsOf(ctx, rows)];
  const orders = rows.flatMap((row) => {
    const pair = pairs.get(row.pairId);
    return pair
      ? [summaryOf(row, pair, { step: steps.get(row.ref) ?? null, waitsFor: waits.get(row.ref) ?? null, language })]
      : [];
  });
  return {
    orders,
    total: statuses.reduce((sum, status) => sum + (countByStatus.get(status) ?? 0), 0),
    totals: query.format === "csv" ? [] : await orderTotals(ctx, matching),
    byStatus: Object.fromEntries(orderStatuses.map((status) => [status, countByStatus.get(status) ?? 0])),
  };
}

function summaryOf(
  row: OrderRow,
  { row: pair, from, to }: { row: { page: string }; from: { decimals: number }; to: { decimals: number } },
  { step, waitsFor, language }: { step: HandStep | null; waitsFor: PayoutWait | null; language: Lang },
): OrderSummary {
  return {
    ref: row.ref,
    pair: row.pairId,
    page: pair.page,
    status: row.status,
    status_label: statusLabel(row.status, { step, waitsFor }, language),
    condition: row.condition,
    version: row.version,
    from: {
      asset: row.fromAsset,
      amount: formatDecimal(row.fromAmount, from.decimals),
      received: formatDecimal(row.received, from.decimals),
    },
    to: {
      asset: row.toAsset,
      amount: formatDecimal(row.toAmount, to.decimals),
      sent: formatDecimal(row.sent, to.decimals),
    },
    rate: row.rate,
    effective_rate: allInRate(row, { fromDecimals: from.decimals, toDecimals: to.decimals }),
    hand_step: step,
    waits_for: waitsFor,
    action_by: row.holdReason && holdRules[row.holdReason].actionBy,
    deadline: deadlineOf(row)?.toISOString() ?? null,
    payout_account: row.payoutAccount,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Until when the customer can pay or decide. */
function deadlineOf({ status, holdDeadline, expiresAt }: OrderRow): Date | null {
  if (status === "on_hold") return holdDeadline;
  return status === "awaiting_payment" ? expiresAt : null;
}

/** Searches numbers, accounts and transactions for the exact text; `%` and `_` have no special meaning. */
function isAbout(typed: string): SQL | undefined {
  const within = (column: SQL | typeof order.payoutAccount) => sql`position(lower(${typed}) in lower(${column})) > 0`;
  const ref = parseRef(typed) ?? typed.replace(/[\s-]/g, "").toUpperCase();
  return or(
    sql`position(${ref} in ${order.ref}) > 0`,
    within(order.payoutAccount),
    sql`exists (select 1 from ${payment} where ${payment.orderRef} = ${order.ref} and ${within(sql`${payment.railPaymentId}`)})`,
    sql`exists (select 1 from ${outgoing} where ${outgoing.orderRef} = ${order.ref} and ${within(sql`${outgoing.railTxId}`)})`,
  );
}

const among = (query: string[]) => (status: string) => query.includes(status);
