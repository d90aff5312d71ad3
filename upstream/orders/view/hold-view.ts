import type { Hold, HoldOption } from "../../../contract/order/order.ts";
import type { OrderAction } from "../../../contract/order/order-states.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { allInRate } from "../../market/rules/rate.ts";
import { activePayments, paidAmount } from "../rules/condition.ts";
import { assetWithoutAddress } from "../rules/decide/choices.ts";
import { balanceIn, wrongAssets } from "../rules/decide/order-predicates.ts";
import { type DecisionBuilder, startDecision } from "../rules/decision-builder.ts";
import { holdRules } from "../rules/holds.ts";
import type { OrderFacts } from "../rules/order-facts.ts";

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
      return { action, asset: assetWithoutAddress(startDecision(facts)) ?? facts.order.fromAsset };
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
    from: { asset: fromAsset, amount: amountText(assets, fromAsset, fromAmount) },
    to: { asset: toAsset, amount: amountText(assets, toAsset, toAmount) },
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
    from: { asset: fromAsset, amount: amountText(assets, fromAsset, fromAmount) },
    to: { asset: toAsset, amount: amountText(assets, toAsset, toAmount) },
    rate: order.rate,
    effective_rate: allIn(facts, order),
    refund_amount: amountText(assets, fromAsset, less(paidAmount(startDecision(facts)) - fromAmount, fee)),
    fee: amountText(assets, fromAsset, fee),
  };
}

/**
 * The refund: everything that arrived, or was received before the exchange, less the published fee of each transfer. In
 * the asset that was sent, where it was another.
 */
function refund(facts: OrderFacts): Omit<HoldOption, "action"> {
  const { order, assets } = facts;
  const decision = startDecision(facts);
  const inOrderAsset = paidAmount(decision);
  const isWrong = order.holdReason === "wrong_asset" || (inOrderAsset === 0n && order.received === 0n);
  const wrong = isWrong ? wrongAmounts(decision)[0] : undefined;
  const asset = wrong?.asset ?? order.fromAsset;
  const here = wrong?.amount ?? inOrderAsset;
  const movements = assets[asset]?.kind === "ewallet" ? Math.max(1, paymentsIn(decision, asset)) : 1;
  const fee = (assets[asset]?.refundFee ?? 0n) * BigInt(movements);
  return {
    refund_amount: amountText(assets, asset, less(here > 0n ? here : order.received, fee)),
    fee: amountText(assets, asset, fee),
    asset,
  };
}

/** All-in: the amount sent times this rate is the result shown. */
function allIn({ order, assets }: OrderFacts, offer: { fromAmount: bigint; toAmount: bigint; rate: string }): string {
  return allInRate(offer, {
    fromDecimals: assets[order.fromAsset]?.decimals ?? 0,
    toDecimals: assets[order.toAsset]?.decimals ?? 0,
  });
}

/** What arrived in other assets, confirmed or not. */
function wrongAmounts(decision: DecisionBuilder): { asset: string; amount: bigint }[] {
  const seen = (asset: string) =>
    activePayments(decision).filter((payment) => payment.asset === asset && payment.status === "seen");
  const all = wrongAssets(decision).map((asset) => {
    return { asset, amount: seen(asset).reduce((sum, { amount }) => sum + amount, balanceIn(decision, asset)) };
  });
  return all.filter(({ amount }) => amount > 0n);
}

const paymentsIn = (decision: DecisionBuilder, asset: string) =>
  activePayments(decision).filter((payment) => payment.asset === asset).length;
const less = (amount: bigint, fee: bigint) => (amount > fee ? amount - fee : 0n);
const amountText = (assets: OrderFacts["assets"], id: string, minor: bigint) =>
  formatDecimal(minor, assets[id]?.decimals ?? 0);
