import { explorerLink } from "../../../contract/market/explorer-link.ts";
import type { OrderTx } from "../../../contract/order/order.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { walletRail } from "../../ledger/rules/booking.ts";
import type { MarketAsset } from "../../ports/market.ts";
import type { OutgoingFact, PaymentFact } from "../rules/order-facts.ts";

/** Transfers as a customer sees them. */
export function txView(assets: readonly MarketAsset[]) {
  const assetOf = (id: string): MarketAsset => {
    const asset = assets.find((row) => row.id === id);
    if (!asset) throw new Error(`Unknown asset: ${id}`);
    return asset;
  };
  const amountOf = (asset: string, minor: bigint) => formatDecimal(minor, assetOf(asset).decimals);
  /** Null of movements between an order and a wallet: they are in no explorer. */
  const linkTo = ({ rail, asset }: { rail: string; asset: string }, id: string | null) =>
    rail === walletRail || id === null ? null : explorerLink(assetOf(asset).explorerTx, id);

  return {
    incoming: (payment: PaymentFact): OrderTx => ({
      id: payment.railPaymentId,
      asset: payment.asset,
      amount: amountOf(payment.asset, payment.amount),
      status: payment.status,
      confirmations: payment.confirmations,
      required: payment.required,
      seen_at: payment.seenAt.toISOString(),
      url: linkTo(payment, payment.railPaymentId),
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
      url: linkTo(movement, movement.railTxId),
    }),
  };
}
