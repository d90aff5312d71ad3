import type { Order } from "../../../contract/order/order.ts";
import { openStatuses } from "../../../contract/order/order-states.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import type { orderEvent } from "../../db/schema/orders.ts";
import { deliveredStatuses } from "../../db/schema/service.ts";
import { keptAside, reversedOf } from "../../ledger/rules/statement.ts";
import { cashbackOf } from "../../market/rules/cashback.ts";
import { storedCosts } from "../../market/rules/costs.ts";
import { promoGain } from "../../market/rules/promo.ts";
import { costAmount, costPercent, effectiveRate, formatRate, parseRate } from "../../market/rules/rate.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketPair, MarketSnapshot } from "../../ports/market.ts";
import type { WorkByHand } from "../../ports/rail.ts";
import { identityView } from "../../screening/identity/identity-need.ts";
import { coinUri } from "../../shared/rules/addresses/wallet-uri.ts";
import { askedFields } from "../../shared/rules/fields/asked-fields.ts";
import { shownLoyalty } from "../loyalty/shown-loyalty.ts";
import { type OrderRow, readTimelineOf, type Timeline } from "../order-facts-query.ts";
import { payerHistory } from "../payer/payer-limit.ts";
import { payoutTime } from "../quotes/payout-time.ts";
import { shownCashback } from "../quotes/shown-cashback.ts";
import { actionsOf } from "../rules/actions.ts";
import { dueNow, seenAmount } from "../rules/due-now.ts";
import type { OrderFacts } from "../rules/order-facts.ts";
import { settleSecondsOf } from "../rules/payer-limits.ts";
import { settleDays } from "../terms/shown-rules.ts";
import { addressSignature } from "./address-signature.ts";
import { checkedAt } from "./checked-at.ts";
import { holdView } from "./hold-view.ts";
import { orderWait } from "./order-wait.ts";
import { isSimulatedOrder } from "./simulated-order.ts";
import { statusLabel } from "./status-label.ts";
import { txView } from "./tx-view.ts";
import { type Progress, withProgress } from "./with-progress.ts";

/** The services needed to show an order. */
export type ViewContext = Pick<
  Context,
  "clock" | "db" | "env" | "market" | "policy" | "push" | "rails" | "rates" | "signer"
>;

/** An order as its customer sees it, in its state now. The caller has checked the access. */
export async function orderView(ctx: ViewContext, before: OrderRow, language: Lang): Promise<Order> {
  const market = await ctx.market.terms();
  const { row, facts, events, emails } = await readTimelineOf(ctx, ctx.db.orm, before, market);
  const pair = market.pairs.get(row.pairId);
  if (!pair) throw new Error(`Order ${row.ref} has a pair that no longer exists: ${row.pairId}`);
  const actions = actionsOf(facts);
  const isSimulated = isSimulatedOrder(ctx.rails, row);
  const tx = txView(market.assets);
  const payments = await withProgress(
    ctx.rails,
    facts.payments.map((payment) => ({ ...payment, orderRef: row.ref })),
  );
  const hand = await handOf(ctx, row);
  const waitsFor = await orderWait(ctx, row, hand);
  return {
    ...head(row, pair),
    status_label: statusLabel(row.status, { step: hand?.step ?? null, waitsFor }, language),
    eta_minutes: payoutTime(ctx.rails, pair),
    ...price(row, pair, facts),
    fields: askedFields(pair.from, pair.to),
    identity: await identityView(ctx, ctx.db.orm, { row, pair }),
    rules: pair.row.rules,
    accepted: row.acceptedAt && {
      terms_version: row.termsVersion ?? "",
      rules: row.acceptedRules ?? [],
      at: row.acceptedAt.toISOString(),
    },
    payin: {
      ...payin(row, hand),
      signature: await addressSignature(ctx, row, pair, facts.now),
      options: [...ctx.rails.payinMethods(row.fromAsset)],
      txs: payments.map(tx.incoming),
    },
    payout: {
      account: row.payoutAccount,
      memo: row.payoutMemo,
      extra: row.payoutExtra,
      to_wallet: row.payoutToWallet,
      settles_after_days: await daysUntilSettled(ctx, row, market),
      txs: facts.outgoing.filter(({ kind }) => kind === "payout").map(tx.outgoing),
    },
    refund: {
      account: row.refundAccount,
      memo: row.refundMemo,
      other_account: row.wrongRefundAccount,
      to_wallet: row.refundToWallet || row.payinMethod === "balance",
      sent: sentBack(facts),
      txs: facts.outgoing.filter(({ kind }) => kind === "refund").map(tx.outgoing),
    },
    hold: holdView(facts, actions),
    by_hand: hand && { step: hand.step, by: hand.by?.toISOString() ?? null, usual_minutes: hand.usualMinutes },
    waits_for: waitsFor,
    kept_aside: keptAside(facts.entries, row.ref).map(({ asset, amount }) => ({
      asset,
      amount: formatDecimal(amount, facts.assets[asset]?.decimals ?? 0),
    })),
    timeline: timeline(events),
    actions,
    ...times(row, payments, isSimulated, facts),
    email: row.email,
    email_refused: isRefused(row, emails),
    language: row.language,
    partner: row.partner,
    push_key: openStatuses.some((open) => open === row.status) ? ctx.push.publicKey : null,
    sandbox: isSimulated,
  };
}

/**
 * How long money that was paid into a wallet stays there; told before the customer chooses one. Of a draft that nobody owns it is
 * not known yet who pays: as for a new payer.
 */
async function daysUntilSettled(ctx: ViewContext, row: OrderRow, market: MarketSnapshot): Promise<number> {
  if (market.pairs.get(row.pairId)?.from.kind !== "ewallet") return 0;
  const { policy } = ctx;
  if (row.status !== "draft") return settleDays(row.settleSeconds ?? policy.settleSeconds);
  const nobody = policy.payers && { sentCents: 0n, isEstablished: false };
  const isOwned = row.ownerId !== null;
  const payer = isOwned ? await payerHistory(ctx, ctx.db.orm, { row, market, isLocked: false }) : nobody;
  return settleDays(settleSecondsOf(policy, payer));
}

/** Whether the address would not take the last email that was delivered there or refused. */
function isRefused({ email }: OrderRow, emails: Timeline["emails"]): boolean {
  const ends: readonly string[] = [...deliveredStatuses, "refused"];
  return emails.findLast(({ to, status }) => to === email && ends.includes(status))?.status === "refused";
}

function head(row: OrderRow, { row: pair }: MarketPair) {
  return {
    ref: row.ref,
    pair: row.pairId,
    page: pair.page,
    side: row.side,
    status: row.status,
    condition: row.condition,
    version: row.version,
  };
}

function price(row: OrderRow, { from, to }: MarketPair, facts: OrderFacts) {
  const due = dueNow(facts);
  const inFrom = (minor: bigint) => formatDecimal(minor, from.decimals);
  const inTo = (minor: bigint) => formatDecimal(minor, to.decimals);
  const { fromAmount, toAmount, payoutFee } = row;
  const trade = { fromAmount, toAmount, fromDecimals: from.decimals, toDecimals: to.decimals };
  const reference = parseRate(row.referenceRate);
  const service = { kind: "service", amount: inTo(row.serviceFee), asset: to.id };
  const network = { kind: "payout_network", amount: inTo(payoutFee), asset: to.id };
  return {
    from: {
      asset: from.id,
      amount: inFrom(fromAmount),
      received: inFrom(row.received),
      seen: inFrom(seenAmount(facts)),
      reversed: inFrom(reversedOf(facts.entries, from.id)),
    },
    to: { asset: to.id, amount: inTo(toAmount), sent: inTo(row.sent) },
    due: due && { amount: inFrom(due.amount), kind: due.kind },
    rate: row.rate,
    reference_rate: row.referenceRate,
    reference_source: row.referenceSource,
    effective_rate: formatRate(effectiveRate(trade, parseRate(row.rate))),
    cost_percent: costPercent(trade, reference),
    cost_amount: inTo(costAmount(trade, reference)),
    fees: payoutFee > 0n ? [service, network] : [service],
    promo: appliedPromo(row, { from, to }),
    loyalty: shownLoyalty({ ...row, costs: storedCosts(row.costTerms) }, trade),
    promo_refused: row.promoRefused,
    quote_id: row.quoteId,
  };
}

function appliedPromo(row: OrderRow, pair: Pick<MarketPair, "from" | "to">): Order["promo"] {
  const { promoCode, promoTerms, bonus } = row;
  if (promoCode === null || promoTerms === null) return null;
  const decimals = { fromDecimals: pair.from.decimals, toDecimals: pair.to.decimals };
  const inTo = (minor: bigint) => formatDecimal(minor, decimals.toDecimals);
  const costs = storedCosts(row.costTerms);
  const cashback = shownCashback(cashbackOf({ ...row, costs }, pair), pair);
  return {
    code: promoCode,
    kind: promoTerms.kind,
    bonus: inTo(bonus),
    gain: inTo(promoGain({ ...row, costs }, decimals)),
    cashback,
  };
}

/** The sum of sent refunds in the asset of the first one; null when there is none. */
function sentBack({ outgoing, assets }: OrderFacts): Order["refund"]["sent"] {
  const sent = outgoing.filter(({ kind, status }) => kind === "refund" && status === "sent");
  const asset = sent[0]?.asset;
  if (asset === undefined) return null;
  const alike = sent.filter((refund) => refund.asset === asset);
  const text = (minor: bigint) => formatDecimal(minor, assets[asset]?.decimals ?? 0);
  const sum = (of: "amount" | "fee") => text(alike.reduce((total, refund) => total + refund[of], 0n));
  return { asset, amount: sum("amount"), fee: sum("fee") };
}

/** Of an order that has not ended, on a rail where people do the work. */
async function handOf({ rails }: ViewContext, { ref, status }: OrderRow): Promise<WorkByHand | null> {
  return status !== "draft" && openStatuses.some((open) => open === status) ? rails.byHand(ref) : null;
}

function payin(row: OrderRow, hand: WorkByHand | null) {
  return {
    method: row.payinMethod,
    account: row.payinAccount,
    address: row.payinAddress,
    memo: row.payinMemo,
    uri: coinUri(row.payinUri),
    redirect_url: row.payinRedirectUrl,
    invoice_url: row.payinInvoiceUrl ?? hand?.invoiceUrl ?? null,
  };
}

function times(row: OrderRow, payments: readonly Progress[], isSimulated: boolean, { now }: OrderFacts) {
  return {
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    checked_at: checkedAt(row, payments, isSimulated, now).toISOString(),
    server_time: now.toISOString(),
    quote_expires_at: row.quoteExpiresAt.toISOString(),
    rate_locked_until: row.rateLockedUntil?.toISOString() ?? null,
    rate_grace_until: row.graceUntil?.toISOString() ?? null,
    expires_at: row.status === "draft" ? null : (row.expiresAt?.toISOString() ?? null),
  };
}

/** Notes of operators are internal; rails and rules write codes. */
function timeline(events: (typeof orderEvent.$inferSelect)[]): Order["timeline"] {
  return events.map(({ toStatus, at, by, note }) => ({
    status: toStatus,
    at: at.toISOString(),
    by,
    note: by === "operator" ? null : note,
  }));
}
