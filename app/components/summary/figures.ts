import type { AppliedPromo, Fee, Quote } from "../../../contract/market/quote.ts";
import type { Order } from "../../../contract/order/order.ts";

/** What a summary says of a price, whether it is only quoted or already an order. Amounts are decimals of the contract. */
export type Figures = {
  from: { asset: string; amount: string };
  to: { asset: string; amount: string };
  rate: string;
  effectiveRate: string;
  referenceRate: string;
  costPercent: string;
  costAmount: string;
  fees: readonly Fee[];
  promo: AppliedPromo | null;
};

export function figuresOfQuote(quote: Quote, assets: { from: string; to: string }): Figures {
  return {
    from: { asset: assets.from, amount: quote.from_amount },
    to: { asset: assets.to, amount: quote.to_amount },
    rate: quote.rate,
    effectiveRate: quote.effective_rate,
    referenceRate: quote.reference_rate,
    costPercent: quote.cost_percent,
    costAmount: quote.cost_amount,
    fees: quote.fees,
    promo: quote.promo,
  };
}

export function figuresOfOrder(order: Order): Figures {
  return {
    from: { asset: order.from.asset, amount: order.from.expected },
    to: { asset: order.to.asset, amount: order.to.expected },
    rate: order.rate,
    effectiveRate: order.effective_rate,
    referenceRate: order.reference_rate,
    costPercent: order.cost_percent,
    costAmount: order.cost_amount,
    fees: order.fees,
    promo: order.promo,
  };
}

const feeKinds = ["service", "payout_network", "refund"] as const;

/** A kind of fee that this site does not know yet is still a fee. */
export function feeKind(kind: string): (typeof feeKinds)[number] | "other" {
  return feeKinds.find((known) => known === kind) ?? "other";
}
