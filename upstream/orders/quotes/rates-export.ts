import type { Company } from "../../../contract/company/company.ts";
import { processesOrders } from "../../../contract/company/processing-hours.ts";
import type { MonitorRate, RatesExport } from "../../../contract/market/rates-export.ts";
import { formatDecimal, shortDecimal } from "../../../contract/values/decimal.ts";
import { priceOf, priceTo } from "../../market/rules/pricing.ts";
import { publicFigure } from "../../market/rules/public-figure.ts";
import { formatRate, parseRate, rateAfterFee } from "../../market/rules/rate.ts";
import type { MarketSnapshot } from "../../ports/market.ts";
import type { RateSource } from "../../ports/rates.ts";
import { type PricedPair, pricePair, type Terms } from "./priced-pair.ts";

/**
 * Rates and reserves for exchange monitors: only directions that can be ordered now, at the prices of the pairs. Monitors
 * list no exchange outside the hours in which it processes orders.
 */
export function ratesExport(
  snapshot: MarketSnapshot,
  rates: RateSource,
  company: Company,
  now: Date,
): RatesExport["data"] {
  const isClosed = snapshot.maintenance !== null || !processesOrders(company, now);
  const offers = isClosed ? [] : [...snapshot.pairs.values()].map((pair) => pricePair(pair, rates, now));
  return {
    rates: offers.flatMap(monitorRate),
    reserves: snapshot.assets
      .filter((asset) => asset.sendEnabled)
      .map(({ id, monitorCode, symbol, network, reserve, decimals }) => {
        const amount = formatDecimal(publicFigure(reserve), decimals);
        return { asset: id, code: monitorCode, symbol, network, amount };
      }),
  };
}

function monitorRate({ pair: { row, from, to }, status, priced }: PricedPair): MonitorRate[] {
  if (status !== "active" || !priced) return [];
  const { terms, minTo } = priced;
  const reserve = publicFigure(to.reserve);
  // A limit from the exact reserve would tell what it is. An open direction covers its smallest payout.
  const largest = largestPayable(terms, reserve > minTo ? reserve : minTo);
  return [
    {
      from: from.monitorCode,
      to: to.monitorCode,
      in: "1",
      out: shortDecimal(formatRate(rateAfterFee(parseRate(terms.rate), terms.serviceBps))),
      amount: formatDecimal(reserve, to.decimals),
      frommin: formatDecimal(terms.minFrom, from.decimals),
      frommax: formatDecimal(largest.fromAmount, from.decimals),
      tomin: formatDecimal(minTo, to.decimals),
      tomax: formatDecimal(largest.toAmount, to.decimals),
      tofee: formatDecimal(terms.payoutFee, to.decimals),
      param: row.labels.join(","),
    },
  ];
}

/** The price of the largest amount within the pair's limit whose payout the reserve covers. */
function largestPayable(terms: Terms, reserve: bigint): { fromAmount: bigint; toAmount: bigint } {
  const highest = priceOf(terms.maxFrom, terms);
  if (highest.toAmount <= reserve) return highest;
  const covered = priceTo(reserve, terms);
  return covered.toAmount > reserve ? priceOf(covered.fromAmount - 1n, terms) : covered;
}
