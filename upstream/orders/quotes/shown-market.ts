import type { Asset, Pair } from "../../../contract/market/pairs.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { publicFigure } from "../../market/rules/public-figure.ts";
import { costPercent, effectiveRate, formatRate, parseRate, type Trade } from "../../market/rules/rate.ts";
import { suggestedFrom } from "../../market/rules/suggested-amount.ts";
import type { MarketAsset, MarketSnapshot } from "../../ports/market.ts";
import type { Rails } from "../../ports/rail.ts";
import type { RateSource } from "../../ports/rates.ts";
import { payoutTime } from "./payout-time.ts";
import { type PricedPair, pricePair } from "./priced-pair.ts";

/**
 * Market data for the calculator. Hidden pairs are left out; a pair without a rate shows `0`. In maintenance every pair
 * has that status: prices are shown but no order is possible.
 */
export function shownMarket(
  snapshot: MarketSnapshot,
  { rates, rails }: { rates: RateSource; rails: Pick<Rails, "payoutsOf"> },
  now: Date,
): { assets: Asset[]; pairs: Pair[] } {
  const offers = [...snapshot.pairs.values()].map((pair) => pricePair(pair, rates, now));
  const sold = offers.filter((offer) => offer.status !== "hidden");
  const listed = snapshot.maintenance ? sold.map((offer) => ({ ...offer, status: "maintenance" as const })) : sold;
  return {
    assets: snapshot.assets.filter(isOffered(snapshot)).map(shownAsset),
    pairs: listed.map((offer) => shownPair(offer, rails)),
  };
}

/** In a pair, hidden or not, or open, so that wallets can hold it. The others only pay network fees. */
function isOffered({ pairs }: MarketSnapshot): (asset: MarketAsset) => boolean {
  const named = new Set([...pairs.values()].flatMap(({ row }) => [row.from, row.to]));
  return ({ id, receiveEnabled, sendEnabled }) => named.has(id) || receiveEnabled || sendEnabled;
}

/** Assets that can be sent, and those that can be received for them, by the visible pairs. */
export function directions(snapshot: MarketSnapshot, chosen: { from?: string | undefined; to?: string | undefined }) {
  const sold = [...snapshot.pairs.values()].map(({ row }) => row).filter((row) => row.status !== "hidden");
  const from = sold.filter((row) => !chosen.to || row.to === chosen.to).map((row) => row.from);
  const to = sold.filter((row) => !chosen.from || row.from === chosen.from).map((row) => row.to);
  return { from: [...new Set(from)], to: [...new Set(to)] };
}

function shownAsset(asset: MarketAsset): Asset {
  return {
    id: asset.id,
    symbol: asset.symbol,
    name: asset.name,
    network: asset.network,
    network_label: asset.networkLabel,
    kind: asset.kind,
    decimals: asset.decimals,
    shown_decimals: asset.shownDecimals,
    monitor_code: asset.monitorCode,
    needs_memo: asset.needsMemo,
    explorer_tx: asset.explorerTx,
    confirmations: asset.confirmations,
    receive_enabled: asset.receiveEnabled,
    send_enabled: asset.sendEnabled,
    reserve: formatDecimal(publicFigure(asset.reserve), asset.decimals),
    manual_approval_above:
      asset.approvalAbove === null ? null : formatDecimal(publicFigure(asset.approvalAbove), asset.decimals),
  };
}

function shownPair({ pair, status, priced }: PricedPair, rails: Pick<Rails, "payoutsOf">): Pair {
  const { row, from, to } = pair;
  const inFrom = (minor: bigint) => formatDecimal(minor, from.decimals);
  const inTo = (minor: bigint) => formatDecimal(minor, to.decimals);
  return {
    id: row.id,
    from: row.from,
    to: row.to,
    page: row.page,
    slug: row.slug,
    status,
    ...ratesOf(priced),
    ...(priced?.terms.tiers && {
      rate_tiers: priced.terms.tiers.map((tier) => ({ from: inFrom(tier.from), rate: tier.rate })),
    }),
    service_bps: row.serviceBps,
    payout_fee: inTo(row.payoutFee),
    min_from: inFrom(priced?.terms.minFrom ?? row.minFrom),
    max_from: inFrom(row.maxFrom),
    min_to: inTo(priced?.minTo ?? 0n),
    max_to: inTo(priced?.maxTo ?? 0n),
    suggested_from: inFrom(priced ? suggestedFrom(priced.terms) : row.minFrom),
    reserve: inTo(publicFigure(to.reserve)),
    eta_minutes: payoutTime(rails, pair),
    rules: row.rules,
    labels: row.labels,
  };
}

/** Effective rate at the largest amount: exact for a percentage fee, the best of the pair with a fixed fee. */
function ratesOf(
  priced: PricedPair["priced"],
): Pick<Pair, "rate" | "reference_rate" | "effective_rate" | "cost_percent"> {
  if (!priced) return { rate: "0", reference_rate: "0", effective_rate: "0", cost_percent: "0.00" };
  const { terms, reference } = priced;
  return {
    rate: terms.rate,
    reference_rate: reference.rate,
    effective_rate: effectiveRateOf(priced),
    cost_percent: costPercent(largestTrade(priced), parseRate(reference.rate)),
  };
}

export function effectiveRateOf(priced: NonNullable<PricedPair["priced"]>): string {
  return formatRate(effectiveRate(largestTrade(priced), parseRate(priced.terms.rate)));
}

function largestTrade({ terms, maxTo }: NonNullable<PricedPair["priced"]>): Trade {
  const { maxFrom, fromDecimals, toDecimals } = terms;
  return { fromAmount: maxFrom, toAmount: maxTo, fromDecimals, toDecimals };
}
