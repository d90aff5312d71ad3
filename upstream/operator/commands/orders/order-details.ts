import { and, asc, eq, gt } from "drizzle-orm";
import { shownRef } from "../../../../contract/order/order-number.ts";
import { formatDecimal } from "../../../../contract/values/decimal.ts";
import type { Context } from "../../../context.ts";
import {
  asset,
  letter,
  order,
  orderEvent,
  orderNote,
  orderTaken,
  outgoing,
  payment,
  transfer,
} from "../../../db/schema/index.ts";
import { holdRules } from "../../../domain/holds.ts";
import { exposureOf } from "../../../domain/ledger/exposure.ts";
import { loadFacts } from "../../../orders/order-facts-query.ts";
import { nextSteps } from "../../../orders/view/next-operator-steps.ts";
import type { ShownRow } from "../../command.ts";

/** One order with its payments, outgoing transfers, ledger entries, history and notes; undefined when there is none. */
export async function orderInFull(ctx: Context, ref: string): Promise<ShownRow | undefined> {
  const { orm } = ctx.db;
  const [row] = await orm.select().from(order).where(eq(order.ref, ref));
  if (!row) return undefined;
  const assets = await orm.select({ id: asset.id, decimals: asset.decimals }).from(asset);
  const text = (minor: bigint, id: string) =>
    `${formatDecimal(minor, assets.find((known) => known.id === id)?.decimals ?? 0)} ${id}`;
  const payments = await orm.select().from(payment).where(eq(payment.orderRef, ref)).orderBy(asc(payment.seenAt));
  const sent = await orm.select().from(outgoing).where(eq(outgoing.orderRef, ref)).orderBy(asc(outgoing.createdAt));
  const transfers = await orm.select().from(transfer).where(eq(transfer.orderRef, ref)).orderBy(asc(transfer.seq));
  const events = await orm
    .select()
    .from(orderEvent)
    .where(eq(orderEvent.orderRef, ref))
    .orderBy(asc(orderEvent.version));
  const letters = await orm.select().from(letter).where(eq(letter.orderRef, ref)).orderBy(asc(letter.createdAt));
  const [taken] = await orm
    .select()
    .from(orderTaken)
    .where(and(eq(orderTaken.orderRef, ref), gt(orderTaken.until, ctx.clock.now())));
  const facts = await loadFacts(ctx, orm, row, await ctx.market.snapshot());
  const exposure = exposureOf(facts);
  const notes = await orm.select().from(orderNote).where(eq(orderNote.orderRef, ref)).orderBy(asc(orderNote.at));
  return {
    ref: shownRef(ref),
    status: row.status,
    condition: row.condition,
    hold: row.holdReason,
    ...(row.holdReason && {
      hold_acts: holdRules[row.holdReason].actionBy,
      hold_deadline: when(row.holdDeadline),
      hold_otherwise: holdRules[row.holdReason].default,
    }),
    on_it: taken ? `${taken.actor} until ${taken.until.toISOString()}` : null,
    from: text(row.fromAmount, row.fromAsset),
    to: text(row.toAmount, row.toAsset),
    rate: row.rate,
    received: text(row.received, row.fromAsset),
    sent: text(row.sent, row.toAsset),
    payout: exposure.payout,
    ...(exposure.disputed > 0n && {
      disputed: text(exposure.disputed, exposure.asset),
      at_stake: text(exposure.atStake, exposure.asset),
    }),
    pay_to: row.payinAddress ?? row.payinInvoiceUrl,
    payout_to: row.payoutAccount,
    refund_to: row.refundAccount,
    email: row.email,
    language: row.language,
    expires_at: when(row.expiresAt),
    created_at: when(row.createdAt),
    payments: payments.map(({ status, rail, railPaymentId, amount, asset: paid, confirmations, required, seenAt }) => ({
      status,
      amount: text(amount, paid),
      rail,
      payment: railPaymentId,
      confirmations: `${confirmations}/${required}`,
      seen_at: when(seenAt),
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
    transfers: transfers.map(({ kind, code, amount, asset: moved, debitAccount, creditAccount, at }) => ({
      kind,
      code,
      amount: text(amount, moved),
      debit: debitAccount,
      credit: creditAccount,
      at: when(at),
    })),
    history: events.map(({ at, event, fromStatus, toStatus, by, actor, note }) => ({
      at: when(at),
      event,
      from: fromStatus,
      to: toStatus,
      by: actor ? `${by}:${actor}` : by,
      note,
    })),
    disputes: row.disputes.map(({ caseId, rail, amount, state }) => ({
      case: caseId,
      rail,
      amount: text(BigInt(amount), row.fromAsset),
      state,
    })),
    letters: letters.map(({ id, kind, to, status, failure, createdAt }) => ({
      kind,
      to,
      status,
      failure,
      at: when(createdAt),
      id,
    })),
    notes: notes.map(({ at, actor, text: remark }) => ({ at: when(at), actor, text: remark })),
    next: row.holdReason ? nextSteps(ref, row.holdReason).map((step) => ({ type: step })) : [],
  };
}

const when = (at: Date | null) => at?.toISOString() ?? null;
