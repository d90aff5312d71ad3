import { and, eq } from "drizzle-orm";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Tx } from "../../db/database.ts";
import { asset, payment } from "../../db/schema/index.ts";
import type { OrderRow } from "../../orders/order-facts-query.ts";
import type { PaymentReport } from "../../orders/rules/order-event.ts";
import type { Context } from "../../ports/context.ts";
import { distance, percentText } from "../second-look.ts";

/**
 * Asks about a typed payment further from what the order still awaits than the amount band, or in another asset, and about
 * a fee of it beyond the correction band. What is typed too much, the customer can ask back. Says nothing of a payment
 * that its rail has reported with the same amount.
 */
export async function payinConcerns(
  ctx: Context,
  tx: Tx,
  order: OrderRow,
  typed: PaymentReport,
): Promise<readonly (string | null)[]> {
  const isPayment = and(eq(payment.rail, typed.rail), eq(payment.railPaymentId, typed.railPaymentId));
  const [bookedPayment] = await tx.select().from(payment).where(isPayment);
  if (bookedPayment?.amount === typed.amount && bookedPayment.asset === typed.asset) return [];
  const [row] = await tx.select({ decimals: asset.decimals }).from(asset).where(eq(asset.id, typed.asset));
  const textOf = (minor: bigint) => `${formatDecimal(minor, row?.decimals ?? 0)} ${typed.asset}`;
  return [amountConcern(ctx, order, typed, textOf), feeConcern(ctx, typed, textOf)];
}

type Shown = (minor: bigint) => string;

function amountConcern(ctx: Context, order: OrderRow, typed: PaymentReport, textOf: Shown): string | null {
  if (typed.asset !== order.fromAsset) return `The order awaits ${order.fromAsset}, not ${textOf(typed.amount)}.`;
  const { amount: band } = ctx.env.OPERATOR_BANDS;
  const due = order.fromAmount - order.received;
  if (due <= 0n) return `The order awaits nothing more; these would be ${textOf(typed.amount)} too much.`;
  const { isBeyond, text } = distance(due, typed.amount, band);
  if (!isBeyond) return null;
  return `The order awaits ${textOf(due)}; ${textOf(typed.amount)} is ${text} from that. The band is ${band} %.`;
}

function feeConcern(ctx: Context, { amount, railFee }: PaymentReport, textOf: Shown): string | null {
  const { correction: band } = ctx.env.OPERATOR_BANDS;
  const text = percentText(railFee, amount);
  const { isBeyond } = distance(amount, amount + railFee, band);
  return isBeyond
    ? `The fee ${textOf(railFee)} is ${text} of the payment ${textOf(amount)}; the band is ${band} %.`
    : null;
}

/** Asks before a final payment is booked as gone, with what that costs. */
export async function lossConcern(
  tx: Tx,
  { rail, railPaymentId }: Pick<PaymentReport, "rail" | "railPaymentId">,
): Promise<string | null> {
  const isPayment = and(eq(payment.rail, rail), eq(payment.railPaymentId, railPaymentId));
  const [row] = await tx
    .select({ amount: payment.amount, asset: asset.id, decimals: asset.decimals, status: payment.status })
    .from(payment)
    .innerJoin(asset, eq(asset.id, payment.asset))
    .where(isPayment);
  if (row?.status !== "final") return null;
  const amount = `${formatDecimal(row.amount, row.decimals)} ${row.asset}`;
  return `The payment ${railPaymentId} of ${amount} is final at ${rail}: if it is gone, its amount is taken from the order or is our loss.`;
}
