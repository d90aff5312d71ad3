import { and, asc, eq, inArray } from "drizzle-orm";
import { shownRef } from "../../../contract/order/order-number.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import {
  asset,
  deliveredStatuses,
  emailMessage,
  order,
  orderEvent,
  outgoing,
  payment,
  transfer,
} from "../../db/schema/index.ts";
import { isOperatorEmailKind } from "../../mail/email-texts.ts";
import { type OrderRow, readOrder } from "../../orders/order-facts-query.ts";
import { exposureOf } from "../../orders/rules/exposure.ts";
import { withProgress } from "../../orders/view/with-progress.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";
import { type EvidenceSummary, evidenceSummary } from "./evidence-summary.ts";

/** One section of an evidence file: name and value lines, or a table. */
export type EvidencePart = { title: string; lines: ShownRow } | { title: string; rows: ShownRow[] };
/** The documentation of an order for outsiders: what was agreed, received, sent and communicated. */
export type Evidence = {
  ref: string;
  madeAt: string;
  /** A summary in sentences. */
  inShort: string[];
  parts: EvidencePart[];
  emails: EvidenceEmail[];
};
/** `isSent`: it went to a mail server; otherwise it was written to a file, since none was set. */
type EvidenceEmail = { kind: string; to: string; at: string; isSent: boolean; subject: string; text: string };
type PaymentRow = typeof payment.$inferSelect;
type OutgoingRow = typeof outgoing.$inferSelect;
type Money = (minor: bigint, asset: string) => string;

/**
 * Collects the evidence of one order; texts are codes, not translated. Operators' notes and emails among us are
 * excluded, and emails have no order link. Undefined when the order does not exist.
 */
export async function gatherEvidence(ctx: Context, ref: string): Promise<Evidence | undefined> {
  const { orm } = ctx.db;
  const [row] = await orm.select().from(order).where(eq(order.ref, ref));
  if (!row) return undefined;
  const assets = await orm.select({ id: asset.id, decimals: asset.decimals }).from(asset);
  const money: Money = (minor, id) =>
    `${formatDecimal(minor, assets.find((row) => row.id === id)?.decimals ?? 0)} ${id}`;
  const payments = await ctx.db.orm
    .select()
    .from(payment)
    .where(eq(payment.orderRef, ref))
    .orderBy(asc(payment.seenAt));
  const sent = await ctx.db.orm
    .select()
    .from(outgoing)
    .where(eq(outgoing.orderRef, ref))
    .orderBy(asc(outgoing.createdAt));
  return {
    ref: shownRef(ref),
    madeAt: ctx.clock.now().toISOString(),
    inShort: evidenceSummary(summaryInput(row, payments, sent, money)),
    parts: [
      { title: "Order", lines: await orderLines(ctx, row, money) },
      { title: "Quote", lines: quoteLines(row, money) },
      { title: "Accepted terms", lines: agreedLines(row) },
      { title: "Parties and addresses", lines: partyLines(row) },
      { title: "Payments received", rows: paymentRows(await withProgress(ctx.rails, payments), money) },
      { title: "Payouts and refunds sent", rows: outgoingRows(sent, money) },
      { title: "Disputes", rows: disputeRows(row, money) },
      { title: "Events", rows: await eventRows(ctx, ref) },
      { title: "Ledger", rows: await ledgerRows(ctx, ref, money) },
    ],
    emails: await emailsOf(ctx, ref),
  };
}

async function orderLines(ctx: Context, row: OrderRow, money: Money): Promise<ShownRow> {
  const { facts } = await readOrder(ctx, ctx.db.orm, row, await ctx.market.snapshot());
  const exposure = exposureOf(facts);
  return {
    number: shownRef(row.ref),
    status: row.status,
    condition: row.condition,
    received: money(row.received, row.fromAsset),
    sent: money(row.sent, row.toAsset),
    payout: exposure.payout,
    disputed: money(exposure.disputed, exposure.asset),
    opened: when(row.createdAt),
    changed: when(row.updatedAt),
  };
}

function quoteLines(row: OrderRow, money: Money): ShownRow {
  return {
    quote: row.quoteId,
    pair: row.pairId,
    customer_sends: money(row.fromAmount, row.fromAsset),
    customer_receives: money(row.toAmount, row.toAsset),
    rate: row.rate,
    reference_rate: `${row.referenceRate} (${row.referenceSource})`,
    service_fee: `${money(row.serviceFee, row.toAsset)} (${row.serviceBps} bps)`,
    payout_fee: money(row.payoutFee, row.toAsset),
    bonus: money(row.bonus, row.toAsset),
    promo_code: row.promoCode,
    offered_until: when(row.quoteExpiresAt),
    to_be_paid_until: when(row.expiresAt),
  };
}

const agreedLines = (row: OrderRow): ShownRow => ({
  terms_version: row.termsVersion,
  rules: (row.acceptedRules ?? []).join(", "),
  accepted_at: when(row.acceptedAt),
  from_address: row.clientAddress,
});

const partyLines = (row: OrderRow): ShownRow => ({
  customer_email: row.email,
  language: row.language,
  client_address: row.clientAddress,
  payer: row.payinAccount,
  paid_by: row.payinMethod,
  pay_to: row.payinAddress,
  pay_to_memo: row.payinMemo,
  payout_to: row.payoutAccount,
  ...Object.fromEntries(Object.entries(row.payoutExtra).map(([name, value]) => [`payout_${name}`, value])),
  refund_to: row.refundAccount,
});

function summaryInput(row: OrderRow, payments: PaymentRow[], sent: OutgoingRow[], money: Money): EvidenceSummary {
  const transfersOf = (kind: OutgoingRow["kind"]) =>
    sent
      .filter((movement) => movement.kind === kind && movement.status === "sent")
      .map(({ amount, asset: id, railTxId, settledAt, account }) => ({
        amount: money(amount, id),
        transaction: railTxId,
        at: when(settledAt),
        to: account,
      }));
  return {
    email: row.email,
    agreedAt: when(row.acceptedAt),
    termsVersion: row.termsVersion,
    sends: money(row.fromAmount, row.fromAsset),
    receives: money(row.toAmount, row.toAsset),
    received: payments
      .filter(({ status }) => status === "final")
      .map(({ amount, asset: id, railPaymentId, finalAt }) => ({
        amount: money(amount, id),
        transaction: railPaymentId,
        at: when(finalAt),
      })),
    paidOut: transfersOf("payout"),
    refunded: transfersOf("refund"),
    disputed: row.disputes.map(({ caseId, amount, state }) => {
      return `${money(BigInt(amount), row.fromAsset)} of it is disputed in case ${caseId}, which is ${state}.`;
    }),
  };
}

function paymentRows(rows: PaymentRow[], money: Money): ShownRow[] {
  return rows.map((row) => ({
    rail: row.rail,
    transaction: row.railPaymentId,
    amount: money(row.amount, row.asset),
    status: row.status,
    confirmations: row.required > 0 ? `${row.confirmations} of ${row.required}` : null,
    seen: when(row.seenAt),
    final: when(row.finalAt),
  }));
}

function outgoingRows(rows: OutgoingRow[], money: Money): ShownRow[] {
  return rows.map((row) => ({
    kind: row.kind,
    rail: row.rail,
    amount: money(row.amount, row.asset),
    to: row.account,
    status: row.status,
    transaction: row.railTxId,
    started: when(row.createdAt),
    ended: when(row.settledAt),
  }));
}

const disputeRows = (row: OrderRow, money: Money): ShownRow[] =>
  row.disputes.map(({ caseId, rail, amount, state }) => ({
    case: caseId,
    rail,
    amount: money(BigInt(amount), row.fromAsset),
    state,
  }));

async function eventRows(ctx: Context, ref: string): Promise<ShownRow[]> {
  const rows = await ctx.db.orm
    .select()
    .from(orderEvent)
    .where(eq(orderEvent.orderRef, ref))
    .orderBy(asc(orderEvent.version), asc(orderEvent.at));
  return rows.map(({ at, event, fromStatus, toStatus, by, actor, note }) => ({
    at: when(at),
    event,
    from: fromStatus,
    to: toStatus,
    by: actor ? `${by} ${actor}` : by,
    note: by === "operator" ? null : note,
  }));
}

async function ledgerRows(ctx: Context, ref: string, money: Money): Promise<ShownRow[]> {
  const rows = await ctx.db.orm.select().from(transfer).where(eq(transfer.orderRef, ref)).orderBy(asc(transfer.seq));
  return rows.map((row) => ({
    at: when(row.at),
    transfer: row.id,
    kind: row.kind,
    code: row.code,
    amount: money(row.amount, row.asset),
    debit: row.debitAccount,
    credit: row.creditAccount,
  }));
}

async function emailsOf(ctx: Context, ref: string): Promise<EvidenceEmail[]> {
  const rows = await ctx.db.orm
    .select()
    .from(emailMessage)
    .where(and(eq(emailMessage.orderRef, ref), inArray(emailMessage.status, deliveredStatuses)))
    .orderBy(asc(emailMessage.sentAt));
  return rows.flatMap(({ kind, to, status, sentAt, createdAt, subject, text }) => {
    if (isOperatorEmailKind(kind)) return [];
    const at = (sentAt ?? createdAt).toISOString();
    return [{ kind, to, at, isSent: status === "sent", subject: subject ?? "", text: text ?? "" }];
  });
}

const when = (at: Date | null) => at?.toISOString() ?? null;
