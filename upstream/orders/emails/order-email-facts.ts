import { eq, getTableColumns } from "drizzle-orm";
import { order, outgoing, walletSettling } from "../../db/schema/index.ts";
import { listReader } from "../../db/sql/list-reader.ts";
import { walletRail } from "../../ledger/rules/booking.ts";
import type { Mailer } from "../../mail/delivery/mailer.ts";
import { type EmailKind, emailTexts, fill } from "../../mail/email-texts.ts";
import { cashbackOf } from "../../market/rules/cashback.ts";
import { storedCosts } from "../../market/rules/costs.ts";
import { loyaltyCounted, loyaltyGain } from "../../market/rules/loyalty.ts";
import { promoGain } from "../../market/rules/promo.ts";
import { allInRate } from "../../market/rules/rate.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketAsset } from "../../ports/market.ts";
import { holdFacts } from "./hold-facts.ts";
import type { OrderEmailFacts } from "./order-email.ts";
import { orderLink } from "./order-link.ts";

type OrderRow = typeof order.$inferSelect;
type OutgoingRow = typeof outgoing.$inferSelect;

const readOrderAndSent = listReader({
  orders: { columns: getTableColumns(order), key: order.ref, orderBy: [] },
  sent: { columns: getTableColumns(outgoing), key: outgoing.orderRef, orderBy: [outgoing.attempt] },
});

/** An order as an email describes it, and the last payout and refund that were sent of it. */
export type OrderToTell = { row: OrderRow; payout: OutgoingRow | undefined; refund: OutgoingRow | undefined };

/** Both in one statement; undefined where there is no such order. */
export async function readOrderToTell({ db }: Pick<Context, "db">, ref: string): Promise<OrderToTell | undefined> {
  const { orders, sent } = await readOrderAndSent(db.orm, { orders: [ref], sent: [ref] });
  const [row] = orders;
  const lastOf = (kind: "payout" | "refund") =>
    sent.findLast((movement) => movement.kind === kind && movement.status === "sent");
  return row && { row, payout: lastOf("payout"), refund: lastOf("refund") };
}

/** The facts for an email of this kind about an order in its current state, including its link. */
export async function readFacts(
  ctx: Context,
  mailer: Mailer,
  { kind, quotes }: Pick<OrderEmailFacts, "kind" | "quotes">,
  { row, payout, refund }: OrderToTell,
): Promise<OrderEmailFacts> {
  const names = await assetNames(ctx);
  const proof = kind === "refunded" ? refund : payout;
  return {
    kind: kind === "created" ? createdBy(row) : kind,
    language: row.language,
    quotes,
    ref: row.ref,
    link: linkOf(mailer, row),
    sandbox: ctx.rails.isTest,
    from: names(row.fromAsset),
    to: names(row.toAsset),
    fromAmount: row.fromAmount,
    toAmount: row.toAmount,
    received: row.received,
    sent: row.sent,
    rate: allInRate(row, { fromDecimals: names(row.fromAsset).decimals, toDecimals: names(row.toAsset).decimals }),
    promo: promoOf(row, names(row.fromAsset), names(row.toAsset)),
    loyalty: loyaltyIn(row, names(row.fromAsset), names(row.toAsset)),
    payTo: {
      address: row.payinAddress,
      memo: row.payinMemo,
      invoiceUrl: row.payinInvoiceUrl && new URL(row.payinInvoiceUrl, mailer.origin).href,
    },
    isPaidByHand: !row.payoutToWallet && ctx.rails.payoutsOf(row.toAsset)[0]?.withinMinutes != null,
    payoutAccount: row.payoutToWallet ? ownWallet(ctx, row, quotes) : row.payoutAccount,
    settlesAt: row.payoutToWallet ? await settlesAt(ctx, row.ref) : null,
    rateUntil: row.rateLockedUntil,
    until: row.expiresAt,
    hold: await holdFacts(ctx, row),
    refund: refund
      ? {
          amount: refund.amount,
          asset: names(refund.asset),
          account: refundedTo(ctx, row, { ...refund, quotes }, names),
        }
      : null,
    tx: proof?.rail === walletRail ? null : (proof?.railTxId ?? null),
    txAt: proof?.settledAt ?? null,
  };
}

/** An e-wallet's refund names the payment that it returns, which tells a customer nothing: the payer's account, if known. */
function refundedTo(
  ctx: Context,
  row: OrderRow,
  refund: { asset: string; account: string; rail: string; quotes: boolean },
  names: (id: string) => AssetRow,
): string | null {
  if (refund.rail === walletRail) return ownWallet(ctx, row, refund.quotes);
  return names(refund.asset).kind === "crypto" ? refund.account : (row.payinAccount ?? emailTexts[row.language].payer);
}

/** Null where the reader may be somebody else than the order's owner, whose wallet it is. */
const ownWallet = ({ env }: Context, { language }: OrderRow, quotes: boolean) =>
  quotes ? fill(emailTexts[language].wallet, { brand: env.BRAND_NAME }) : null;

/** When the order's payout can leave the wallet; null before the payout, and where it is available at once. */
async function settlesAt(ctx: Context, ref: string): Promise<Date | null> {
  const [row] = await ctx.db.orm.select().from(walletSettling).where(eq(walletSettling.orderRef, ref));
  return row && row.settlesAt > ctx.clock.now() ? row.settlesAt : null;
}

type AssetRow = MarketAsset;

function promoOf(row: OrderRow, from: AssetRow, to: AssetRow): OrderEmailFacts["promo"] {
  if (row.promoCode === null) return null;
  const costs = storedCosts(row.costTerms);
  const cashback = cashbackOf({ ...row, costs }, { from, to });
  const back = cashback && { amount: cashback.amount, asset: cashback.asset === to.id ? to : from };
  return { code: row.promoCode, gain: promoGain({ ...row, costs }, decimalsOf(from, to)), cashback: back };
}

function loyaltyIn(row: OrderRow, from: AssetRow, to: AssetRow): OrderEmailFacts["loyalty"] {
  const counted = loyaltyCounted(row);
  return (
    counted && {
      tier: counted.tier,
      gain: loyaltyGain({ ...row, costs: storedCosts(row.costTerms) }, decimalsOf(from, to)),
    }
  );
}

const decimalsOf = (from: AssetRow, to: AssetRow) => ({ fromDecimals: from.decimals, toDecimals: to.decimals });

/** The order link, which only `post` can create. */
export function linkOf(mailer: Mailer, row: OrderRow): string {
  return orderLink(mailer.origin, row.language, row.ref, mailer.orderToken(row));
}

/** Payment instructions depend on the payment method. */
function createdBy({ payinMethod }: OrderRow): EmailKind {
  if (payinMethod === "hosted_gateway") return "created_gateway";
  return payinMethod === "paypal_transfer" ? "created_transfer" : "created";
}

async function assetNames(ctx: Context): Promise<(id: string) => MarketAsset> {
  const { assets } = await ctx.market.terms();
  return (id) => {
    const row = assets.find((asset) => asset.id === id);
    if (!row) throw new Error(`Unknown asset: ${id}`);
    return row;
  };
}
