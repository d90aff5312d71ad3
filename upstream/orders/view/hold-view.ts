import type { Hold, HoldOption } from "../../../contract/order/order.ts";
import type { OrderAction } from "../../../contract/order/order-states.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { activePayments, paidAmount } from "../../domain/condition.ts";
import { assetWithoutAddress } from "../../domain/decide/choices.ts";
import { draftDecision } from "../../domain/decision-draft.ts";
import { holdRules } from "../../domain/holds.ts";
import type { OrderFacts } from "../../domain/order-facts.ts";
import { allInRate } from "../../domain/pricing/rate.ts";

/** Why an order is on hold, who must act by when, and the options with their amounts; null when it is not on hold. */
export function holdView(facts: OrderFacts, actions: readonly OrderAction[]): Hold | null {
  const { holdReason, holdSince, holdDeadline, updatedAt } = facts.order;
  if (holdReason === null) return null;
  const rule = holdRules[holdReason];
  return {
    reason: holdReason,
    since: (holdSince ?? updatedAt).toISOString(),
    action_by: rule.actionBy,
    deadline: holdDeadline?.toISOString() ?? null,
    default: rule.default,
    options: actions.filter((action) => action !== "cancel").map((action) => option(facts, action)),
  };
}

function option(facts: OrderFacts, action: OrderAction): HoldOption {
  switch (action) {
    case "accept_requote":
      return { action, ...requote(facts) };
    case "exchange_as_quoted":
      return { action, ...asQuoted(facts) };
    case "request_refund":
      return { action, ...refund(facts) };
    case "set_refund_address":
      return { action, asset: assetWithoutAddress(draftDecision(facts)) ?? facts.order.fromAsset };
    default:
      return { action };
  }
}

function requote(facts: OrderFacts): Omit<HoldOption, "action"> {
  const { order, assets } = facts;
  const { holdOffer, fromAsset, toAsset } = order;
  if (holdOffer === null) return {};
  const fromAmount = BigInt(holdOffer.fromAmount);
  const toAmount = BigInt(holdOffer.toAmount);
  const { rate } = holdOffer;
  return {
    from: { asset: fromAsset, amount: shown(assets, fromAsset, fromAmount) },
    to: { asset: toAsset, amount: shown(assets, toAsset, toAmount) },
    rate,
    effective_rate: allIn(facts, { fromAmount, toAmount, rate }),
    valid_until: new Date(holdOffer.validUntil).toISOString(),
  };
}

/** The surplus is refunded less the refund fee; a surplus below the fee is not refunded. */
function asQuoted(facts: OrderFacts): Omit<HoldOption, "action"> {
  const { order, assets } = facts;
  const { fromAsset, toAsset, fromAmount, toAmount } = order;
  const fee = assets[fromAsset]?.refundFee ?? 0n;
  return {
    from: { asset: fromAsset, amount: shown(assets, fromAsset, fromAmount) },
    to: { asset: toAsset, amount: shown(assets, toAsset, toAmount) },
    rate: order.rate,
    effective_rate: allIn(facts, order),
    refund_amount: shown(assets, fromAsset, less(paidAmount(draftDecision(facts)) - fromAmount, fee)),
    fee: shown(assets, fromAsset, fee),
  };
}

/**
 * The refund: everything that arrived, or was received before the exchange, less the published fee of each transfer.
 */
function refund(facts: OrderFacts): Omit<HoldOption, "action"> {
  const { order, assets } = facts;
  const asset = assets[order.fromAsset];
  const draft = draftDecision(facts);
  const here = paidAmount(draft);
  const movements = asset?.kind === "ewallet" ? Math.max(1, activePayments(draft).length) : 1;
  const fee = (asset?.refundFee ?? 0n) * BigInt(movements);
  return {
    refund_amount: shown(assets, order.fromAsset, less(here > 0n ? here : order.received, fee)),
    fee: shown(assets, order.fromAsset, fee),
  };
}

/** All-in: the amount sent times this rate is the result shown. */
function allIn({ order, assets }: OrderFacts, offer: { fromAmount: bigint; toAmount: bigint; rate: string }): string {
  return allInRate(offer, {
    fromDecimals: assets[order.fromAsset]?.decimals ?? 0,
    toDecimals: assets[order.toAsset]?.decimals ?? 0,
  });
}

const less = (amount: bigint, fee: bigint) => (amount > fee ? amount - fee : 0n);
const shown = (assets: OrderFacts["assets"], id: string, minor: bigint) =>
  formatDecimal(minor, assets[id]?.decimals ?? 0);
