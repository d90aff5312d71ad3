import { and, asc, eq, gt } from "drizzle-orm";
import { shownRef } from "../../../contract/order/order-number.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Orm } from "../../db/database.ts";
import {
  asset,
  emailMessage,
  order,
  orderEvent,
  orderNote,
  orderTaken,
  outgoing,
  payment,
  transfer,
} from "../../db/schema/index.ts";
import type { ShownRow } from "../../operator/command.ts";
import type { Context } from "../../ports/context.ts";
import { readOrder } from "../order-facts-query.ts";
import { exposureOf } from "../rules/exposure.ts";
import { holdRules } from "../rules/holds.ts";
import { nextSteps } from "../view/next-operator-steps.ts";
import { withProgress } from "../view/with-progress.ts";

/** One order with its payments, outgoing transfers, ledger entries, history and notes; undefined when there is none. */
export async function orderDetails(ctx: Context, ref: string): Promise<ShownRow | undefined> {
  const { orm } = ctx.db;
  const [row] = await orm.select().from(order).where(eq(order.ref, ref));
  if (!row) return undefined;
  const text = await amounts(orm);
  const [claim] = await orm
    .select()
    .from(orderTaken)
    .where(and(eq(orderTaken.orderRef, ref), gt(orderTaken.until, ctx.clock.now())));
  const { facts } = await readOrder(ctx, orm, row, await ctx.market.snapshot());
  return {
    ...stateOf(row, text, claim),
    ...lossOf(exposureOf(facts), text),
    ...accountsOf(row),
    ...(await movementsOf(ctx, ref, text)),
    ...(await historyOf(orm, ref)),
    disputes: row.disputes.map(({ caseId, rail, amount, state }) => ({
      case: caseId,
      rail,
      amount: text(BigInt(amount), row.fromAsset),
      state,
    })),
    next: row.holdReason ? nextSteps(ctx.rails, row, row.holdReason).map((step) => ({ type: step })) : [],
  };
}

type OrderRow = typeof order.$inferSelect;
type AmountText = (minor: bigint, asset: string) => string;

async function amounts(orm: Orm): Promise<AmountText> {
  const assets = await orm.select({ id: asset.id, decimals: asset.decimals }).from(asset);
  const decimals = new Map(assets.map(({ id, decimals }) => [id, decimals]));
  return (minor, id) => `${formatDecimal(minor, decimals.get(id) ?? 0)} ${id}`;
}

function stateOf(row: OrderRow, text: AmountText, claim: typeof orderTaken.$inferSelect | undefined): ShownRow {
  const { ref, status, condition, holdReason, fromAsset, toAsset } = row;
  return {
    ref: shownRef(ref),
    status,
    condition,
    hold: holdReason,
    ...(holdReason && {
      hold_acts: holdRules[holdReason].actionBy,
      hold_deadline: when(row.holdDeadline),
      hold_otherwise: holdRules[holdReason].default,
    }),
    on_it: claim ? `${claim.actor} until ${claim.until.toISOString()}` : null,
    from: text(row.fromAmount, fromAsset),
    to: text(row.toAmount, toAsset),
    rate: row.rate,
    received: text(row.received, fromAsset),
    sent: text(row.sent, toAsset),
  };
}

function lossOf({ payout, disputed, atStake, asset: id }: ReturnType<typeof exposureOf>, text: AmountText): ShownRow {
  return {
    payout,
    ...(disputed > 0n && { disputed: text(disputed, id), at_stake: text(atStake, id) }),
  };
}

function accountsOf(row: OrderRow): ShownRow {
  return {
    pay_to: row.payinAddress ?? row.payinInvoiceUrl,
    payout_to: row.payoutAccount,
    refund_to: row.refundAccount,
    email: row.email,
    language: row.language,
    expires_at: when(row.expiresAt),
    created_at: when(row.createdAt),
  };
}

async function movementsOf({ db: { orm }, rails }: Context, ref: string, text: AmountText): Promise<ShownRow> {
  const told = await orm.select().from(payment).where(eq(payment.orderRef, ref)).orderBy(asc(payment.seenAt));
  const payments = await withProgress(rails, told);
  const sent = await orm.select().from(outgoing).where(eq(outgoing.orderRef, ref)).orderBy(asc(outgoing.createdAt));
  const transfers = await orm.select().from(transfer).where(eq(transfer.orderRef, ref)).orderBy(asc(transfer.seq));
  return {
    payments: payments.map(({ asset: paid, confirmations, required, ...row }) => ({
      status: row.status,
      amount: text(row.amount, paid),
      rail_fee: text(row.railFee, paid),
      rail: row.rail,
      lies_at: row.status === "final" ? row.place : null,
      payment: row.railPaymentId,
      confirmations: `${confirmations}/${required}`,
      seen_at: when(row.seenAt),
    })),
    outgoing: sent.map(({ id, kind, status, amount, asset: paid, account, railTxId, createdAt }) => ({
      id,
      kind,
      status,
      amount: text(amount, paid),
      account,
      tx: railTxId,
      at: when(createdAt),
    })),
    transfers: transfers.map(({ kind, code, amount, asset: assetId, debitAccount, creditAccount, at }) => ({
      kind,
      code,
      amount: text(amount, assetId),
      debit: debitAccount,
      credit: creditAccount,
      at: when(at),
    })),
  };
}

async function historyOf(orm: Orm, ref: string): Promise<ShownRow> {
  const events = await orm
    .select()
    .from(orderEvent)
    .where(eq(orderEvent.orderRef, ref))
    .orderBy(asc(orderEvent.version));
  const emails = await orm
    .select()
    .from(emailMessage)
    .where(eq(emailMessage.orderRef, ref))
    .orderBy(asc(emailMessage.createdAt));
  const notes = await orm.select().from(orderNote).where(eq(orderNote.orderRef, ref)).orderBy(asc(orderNote.at));
  return {
    history: events.map(({ at, event, fromStatus, toStatus, by, actor, note }) => ({
      at: when(at),
      event,
      from: fromStatus,
      to: toStatus,
      by: actor ? `${by}:${actor}` : by,
      note,
    })),
    emails: emails.map(({ id, kind, to, status, failure, createdAt }) => ({
      kind,
      to,
      status,
      failure,
      at: when(createdAt),
      id,
    })),
    notes: notes.map(({ at, actor, text: remark }) => ({ at: when(at), actor, text: remark })),
  };
}

const when = (at: Date | null) => at?.toISOString() ?? null;
