import { and, eq, inArray, isNull, notExists, sql } from "drizzle-orm";
import { holdReasons, openStatuses } from "../../../../contract/order/order-states.ts";
import type { Tx } from "../../../db/database.ts";
import { asset } from "../../../db/schema/market.ts";
import { order, payment } from "../../../db/schema/orders.ts";
import { outgoing } from "../../../db/schema/outgoing.ts";
import { deposit } from "../../../db/schema/wallets.ts";
import { isReturnable } from "../../../wallets/deposit-row.ts";
import type { Figure } from "../metrics.ts";

type Group = { count: number; oldest: Date | null };

/** Open orders by status and by hold, with the age of the oldest, and payments without an order to book them for. */
export async function orderMetrics(tx: Tx, now: Date): Promise<Figure[]> {
  const rows = await tx
    .select({
      status: order.status,
      reason: order.holdReason,
      count: sql<number>`count(*)::int`,
      changedAt: sql<Date>`min(${order.updatedAt})`.mapWith(order.updatedAt),
      heldAt: sql<Date | null>`min(${order.holdSince})`.mapWith(order.holdSince),
    })
    .from(order)
    .where(inArray(order.status, [...openStatuses]))
    .groupBy(order.status, order.holdReason);
  const byStatus = (status: string) => rows.filter((row) => row.status === status);
  const statuses = named("status", openStatuses, (status) =>
    byStatus(status).map(({ count, changedAt }) => ({ count, oldest: changedAt })),
  );
  const holds = named("reason", holdReasons, (reason) =>
    rows.filter((row) => row.reason === reason).map(({ count, heldAt }) => ({ count, oldest: heldAt })),
  );
  const payouts = together(
    [...byStatus("processing"), ...byStatus("sending")].map(({ count, changedAt }) => ({ count, oldest: changedAt })),
  );
  return [
    { name: "orders", help: "Open orders by status.", values: statuses.map(countOf) },
    {
      name: "order_oldest_seconds",
      help: "Time since the longest unchanged open order of a status changed.",
      values: statuses.map((group) => ageOf(group, now)),
    },
    { name: "holds", help: "Orders on hold by reason.", values: holds.map(countOf) },
    {
      name: "hold_oldest_seconds",
      help: "How long the oldest hold of a reason has lasted.",
      values: holds.map((group) => ageOf(group, now)),
    },
    { name: "payouts_waiting", help: "Orders whose payout is not sent yet.", values: [{ value: payouts.count }] },
    {
      name: "payout_oldest_seconds",
      help: "Time since the longest waiting payout last made progress.",
      values: [{ value: ageInSeconds(payouts.oldest, now) }],
    },
    {
      name: "rail_unmatched_payments",
      help: "Payments to orders that were never executed, and not returned.",
      values: [{ value: await unmatchedPayments(tx) }],
    },
    {
      name: "deposits_unclaimed",
      help: "Deposits that no wallet has, in an asset that the address is not for, and more than its refund fee.",
      values: [{ value: await unclaimedDeposits(tx) }],
    },
  ];
}

type NamedGroup = Group & { labels: Readonly<Record<string, string>> };

/** Every name has a value, so that an alert sees 0 before it sees 1. */
function named(label: string, names: readonly string[], groups: (name: string) => Group[]): NamedGroup[] {
  return names.map((name) => ({ labels: { [label]: name }, ...together(groups(name)) }));
}

function together(groups: readonly Group[]): Group {
  const dates = groups.flatMap(({ oldest }) => oldest ?? []).sort((a, b) => a.getTime() - b.getTime());
  return { count: groups.reduce((sum, { count }) => sum + count, 0), oldest: dates[0] ?? null };
}

const countOf = ({ labels, count }: NamedGroup) => ({ labels, value: count });
const ageOf = ({ labels, oldest }: NamedGroup, now: Date) => ({ labels, value: ageInSeconds(oldest, now) });

function ageInSeconds(since: Date | null, now: Date): number {
  return since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000);
}

/** `today` lists them as unclaimed payments. By the index order_payin_open: few orders were never executed. */
async function unmatchedPayments(tx: Tx): Promise<number> {
  const returned = tx.select({ id: outgoing.id }).from(outgoing).where(eq(outgoing.orderRef, order.ref));
  const neverExecuted = and(
    inArray(order.status, ["draft", "expired", "cancelled"]),
    isNull(order.payinMethod),
    isNull(order.payinClosedAt),
  );
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(order)
    .innerJoin(payment, eq(payment.orderRef, order.ref))
    .where(and(neverExecuted, inArray(payment.status, ["seen", "final"]), notExists(returned)));
  return row?.count ?? 0;
}

/** By the index deposit_unclaimed; `today` lists them. Those below the minimum wait for more and need nobody. */
async function unclaimedDeposits(tx: Tx): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(deposit)
    .innerJoin(asset, eq(asset.id, deposit.asset))
    .where(and(eq(deposit.status, "unclaimed"), isReturnable));
  return row?.count ?? 0;
}
