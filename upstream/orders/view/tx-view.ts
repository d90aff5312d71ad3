import type { OrderTx } from "../../../contract/order/order.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { walletRail } from "../../ledger/rules/booking.ts";
import type { MarketAsset } from "../../ports/market.ts";
import type { OutgoingFact, PaymentFact } from "../rules/order-facts.ts";

/** Transfers as a customer sees them. Sandbox transfers are in no block explorer, so they get no link. */
export function txView(assets: readonly MarketAsset[], isTest: boolean) {
  const assetOf = (id: string): MarketAsset => {
    const asset = assets.find((known) => known.id === id);
    if (!asset) throw new Error(`Unknown asset: ${id}`);
    return asset;
  };
  const amountOf = (asset: string, minor: bigint) => formatDecimal(minor, assetOf(asset).decimals);
  const linkTo = (asset: string, tx: string) =>
    isTest ? null : (assetOf(asset).explorerTx?.replace("{tx}", encodeURIComponent(tx)) ?? null);

  return {
    incoming: (payment: PaymentFact): OrderTx => ({
      id: payment.railPaymentId,
      asset: payment.asset,
      amount: amountOf(payment.asset, payment.amount),
      status: payment.status,
      confirmations: payment.confirmations,
      required: payment.required,
      seen_at: payment.seenAt.toISOString(),
      url: payment.rail === walletRail ? null : linkTo(payment.asset, payment.railPaymentId),
    }),
    /** The rail's id, or null: our own cannot be looked up in an explorer. Confirmations of outgoing transfers are not shown. */
    outgoing: (movement: OutgoingFact): OrderTx => ({
      id: movement.railTxId,
      asset: movement.asset,
      amount: amountOf(movement.asset, movement.amount),
      status: movement.status,
      confirmations: 0,
      required: 0,
      seen_at: movement.createdAt.toISOString(),
      url:
        movement.railTxId === null || movement.rail === walletRail ? null : linkTo(movement.asset, movement.railTxId),
    }),
  };
}
