import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, notExists } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { holdReasons } from "../../../contract/order/order-states.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { waitingPayoutRows } from "../../affiliates/commands/partner-payouts.ts";
import { missingRewardAsset } from "../../affiliates/show-terms.ts";
import { readMaintenance } from "../../db/maintenance.ts";
import { asset as assetTable, emailMessage, order, orderTaken, outgoing, payment } from "../../db/schema/index.ts";
import { idleRows, reserveRows } from "../../ledger/commands/reserve.ts";
import { refusedOfLate } from "../../mail/delivery/refused-of-late.ts";
import { disputeRows, exposureByAsset } from "../../orders/commands/disputes-at-stake.ts";
import type { OrderRow } from "../../orders/order-facts-query.ts";
import { holdRules } from "../../orders/rules/holds.ts";
import { failedSweepRows } from "../../payouts/commands/failed-sweeps.ts";
import { movementRows, stopRows } from "../../payouts/commands/list.ts";
import type { Context } from "../../ports/context.ts";
import { hitRows } from "../../screening/commands/hits.ts";
import { medianAnswerMinutes } from "../../support/answer-times.ts";
import { ticketRows } from "../../support/commands/ticket-lists.ts";
import { withdrawalRows } from "../../withdrawals/commands.ts";
import { command, done, type ShownRow } from "../command.ts";
import { belowBreakEven } from "../reports/break-even.ts";
import { lowGasRows } from "../reports/gas.ts";
import { mailboxRow, noticeReportRows } from "../reports/paypal-notices.ts";
import { paypalTaskRows } from "../reports/paypal-tasks.ts";
import { positionRows } from "../reports/positions.ts";
import { reconciliationRows } from "../reports/reconciliations.ts";
import { reversibleMoney } from "../reports/reversible-money.ts";
import { silentProviderRow } from "../reports/silent-provider.ts";
import { stoppedEthereum } from "../reports/stopped-ethereum.ts";
import { unbookedFillRows } from "../reports/unbooked-fills.ts";
import { unclaimedDeposits } from "../reports/unclaimed-deposits.ts";
import { unpaidRows } from "../reports/unpaid-orders.ts";

export const todayCommands = [
  command({
    name: "today",
    summary:
      "Overview of the day: orders waiting, disputes, tickets, reserves, low network fee accounts, failed emails, sweeps and jobs.",
    args: z.object({}),
    run: async (ctx) => done(await overviewOf(ctx)),
  }),
];

const maxRows = 50;

/** All that `today` shows, one part for each kind of thing that waits or warns, with at most `limit` rows. */
export async function overviewOf(ctx: Context, limit = maxRows): Promise<ShownRow> {
  const disputes = await disputeRows(ctx);
  return {
    at: ctx.clock.now().toISOString(),
    maintenance: (await readMaintenance(ctx.db.orm)) ? "on: no new orders" : "off",
    waits_for_you: await waitingOrders(ctx, limit, (acts) => acts === "operator"),
    waits_for_customers: await waitingOrders(ctx, limit, (acts) => acts !== "operator"),
    reported_payments: await ordersIn(ctx, limit, "payment_reported"),
    refunds: [...(await ordersIn(ctx, limit, "refund_pending")), ...(await ordersIn(ctx, limit, "refunding"))],
    paypal_tasks: await paypalTaskRows(ctx, limit),
    paypal_notices: await noticeReportRows(ctx, limit),
    paypal_mailbox: await mailboxRow(ctx),
    listed_parties: await hitRows(ctx, false, limit),
    screening_provider: await silentProviderRow(ctx),
    payouts_waiting: await movementRows(ctx, ["held", "waiting", "approved", "prepared"], limit),
    withdrawals_waiting: await withdrawalRows(ctx, ["approved"], limit),
    partner_programme: await missingRewardAsset(ctx),
    rewards_waiting: await waitingPayoutRows(ctx, limit),
    payouts_unconfirmed: await movementRows(ctx, ["broadcast"], limit, anHourBefore(ctx.clock.now())),
    failed_sweeps: await failedSweepRows(ctx, limit),
    stopped_rails: await stopRows(ctx),
    reconciliation: await reconciliationRows(ctx),
    stopped_ethereum: await stoppedEthereum(ctx),
    contradicted_transfers: await contradictedTransfers(ctx, limit),
    unclaimed_payments: await unclaimedPayments(ctx, limit),
    unclaimed_deposits: await unclaimedDeposits(ctx, limit),
    disputes: disputes.map(({ minor: _minor, decimals: _decimals, ...row }) => row),
    exposure: exposureByAsset(disputes),
    reversible: await reversibleMoney(ctx),
    tickets: await ticketRows(ctx, { statuses: ["awaiting_support"], limit: limit }),
    first_answer_minutes: await medianAnswerMinutes(ctx, ctx.clock.now()),
    unpaid_orders: await unpaidRows(ctx),
    reserves: await reserveRows(ctx),
    positions: await positionRows(ctx),
    cannot_pay_out: await idleRows(ctx),
    low_gas: await lowGasRows(ctx),
    unbooked_fills: await unbookedFillRows(ctx, limit),
    below_break_even: await belowBreakEven(ctx),
    unsent_emails: await unsentEmails(ctx, limit),
    refused_emails: await refusedEmails(ctx, limit),
    failing_jobs: await failingJobs(ctx),
  };
}

const anHourBefore = (now: Date) => new Date(now.getTime() - 3_600_000);

type Actor = (typeof holdRules)[keyof typeof holdRules]["actionBy"];

/** Orders held for some, the earliest deadline first, with the operator who has claimed the order. */
async function waitingOrders(ctx: Context, limit: number, isFor: (acts: Actor) => boolean) {
  const now = ctx.clock.now();
  const reasons = holdReasons.filter((reason) => isFor(holdRules[reason].actionBy));
  const rows = await ctx.db.orm
    .select({ row: order, taken: orderTaken.actor })
    .from(order)
    .leftJoin(orderTaken, and(eq(orderTaken.orderRef, order.ref), gt(orderTaken.until, now)))
    .where(inArray(order.holdReason, reasons))
    .orderBy(asc(order.holdDeadline), asc(order.ref))
    .limit(limit);
  return rows.flatMap(({ row, taken }) => {
    if (row.holdReason === null) return [];
    const rule = holdRules[row.holdReason];
    return [
      {
        ref: shownRef(row.ref),
        reason: row.holdReason,
        acts: rule.actionBy,
        left: timeLeft(row.holdDeadline, now),
        otherwise: rule.default,
        on_it: taken,
        email: row.email,
      },
    ];
  });
}

async function ordersIn(ctx: Context, limit: number, status: OrderRow["status"]): Promise<ShownRow[]> {
  const now = ctx.clock.now();
  const rows = await ctx.db.orm
    .select()
    .from(order)
    .where(eq(order.status, status))
    .orderBy(asc(order.updatedAt), asc(order.ref))
    .limit(limit);
  return rows.map((row) => ({
    ref: shownRef(row.ref),
    status: row.status,
    waits_for: row.holdReason,
    left: timeLeft(row.holdDeadline ?? row.expiresAt, now),
    payer: row.payinAccount,
    email: row.email,
  }));
}

/** Transfers that a rail sent after it, or an operator, had called them failed, or by a second transaction. */
async function contradictedTransfers(ctx: Context, limit: number): Promise<ShownRow[]> {
  const rows = await ctx.db.orm.select().from(outgoing).where(isNotNull(outgoing.alarm)).limit(limit);
  return rows.map(({ id, orderRef, alarm, asset, account, railTxId, otherTxId }) => {
    return {
      ref: orderRef && shownRef(orderRef),
      transfer: id,
      alarm,
      asset,
      account,
      tx: railTxId,
      other_tx: otherTxId,
    };
  });
}

/** Payments to orders that were never executed. Return one at its rail, then record that. */
async function unclaimedPayments(ctx: Context, limit: number): Promise<ShownRow[]> {
  const returned = ctx.db.orm.select({ id: outgoing.id }).from(outgoing).where(eq(outgoing.orderRef, order.ref));
  const rows = await ctx.db.orm
    .select({ paid: payment, row: order, decimals: assetTable.decimals })
    .from(payment)
    .innerJoin(order, eq(order.ref, payment.orderRef))
    .innerJoin(assetTable, eq(assetTable.id, payment.asset))
    .where(and(isNull(order.payinMethod), inArray(payment.status, ["seen", "final"]), notExists(returned)))
    .orderBy(asc(payment.seenAt), asc(payment.id))
    .limit(limit);
  return rows.map(({ paid, row, decimals }) => {
    const amount = formatDecimal(paid.amount, decimals);
    const { rail, railPaymentId: tx, asset, status } = paid;
    const next =
      ctx.rails.enteredWith(rail, "refunded_at_rail") ??
      `operator orders refunded-at-rail ${shownRef(row.ref)} --tx ID --amount ${amount} --reason "..."`;
    return {
      ref: shownRef(row.ref),
      rail,
      tx,
      asset,
      amount,
      status,
      email: row.email,
      refund: row.refundAccount,
      next,
    };
  });
}

async function unsentEmails(ctx: Context, limit: number): Promise<ShownRow[]> {
  const rows = await ctx.db.orm
    .select()
    .from(emailMessage)
    .where(and(eq(emailMessage.status, "queued"), gt(emailMessage.failures, 0)))
    .orderBy(asc(emailMessage.createdAt), asc(emailMessage.id))
    .limit(limit);
  return rows.map(({ id, to, failures, failure }) => ({ id, to, failures, failure }));
}

async function refusedEmails(ctx: Context, limit: number): Promise<ShownRow[]> {
  const rows = await ctx.db.orm
    .select()
    .from(emailMessage)
    .where(refusedOfLate(ctx.clock.now()))
    .orderBy(desc(emailMessage.createdAt), asc(emailMessage.id))
    .limit(limit);
  return rows.map(({ id, orderRef, to, failure }) => ({ id, ref: orderRef && shownRef(orderRef), to, failure }));
}

/** From pg-boss's table: jobs being retried, and failed ones. */
async function failingJobs(ctx: Context): Promise<ShownRow[]> {
  const { rows: tables } = await ctx.db.query("select to_regclass('pgboss.job') is not null as known");
  if (!z.array(z.object({ known: z.boolean() })).parse(tables)[0]?.known) return [];
  const { rows } = await ctx.db.query(
    `select name, state::text as state, count(*)::int as jobs, max(retry_count)::int as tries
       from pgboss.job where state::text in ('retry', 'failed') group by 1, 2 order by 1, 2`,
  );
  return z.array(z.object({ name: z.string(), state: z.string(), jobs: z.int(), tries: z.int() })).parse(rows);
}

/** `3 h 20 min`, or how long ago. */
function timeLeft(until: Date | null, now: Date): string | null {
  if (until === null) return null;
  const minutes = Math.round((until.getTime() - now.getTime()) / 60_000);
  const length = Math.abs(minutes);
  const text = length >= 60 ? `${Math.floor(length / 60)} h ${length % 60} min` : `${length} min`;
  return minutes < 0 ? `${text} ago` : text;
}
