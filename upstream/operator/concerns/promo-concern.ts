import { formatDecimal } from "../../../contract/values/decimal.ts";
import { cashbackOf } from "../../market/rules/cashback.ts";
import type { PriceCosts } from "../../market/rules/costs.ts";
import { floorDiv, powerOfTen } from "../../market/rules/division.ts";
import { priceOf } from "../../market/rules/pricing.ts";
import { type Promo, withPromo } from "../../market/rules/promo.ts";
import { parseRate } from "../../market/rules/rate.ts";
import { pricePair } from "../../orders/quotes/priced-pair.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketPair } from "../../ports/market.ts";
import { distance, percentText } from "../second-look.ts";
import { heldByRails } from "./amount-concern.ts";

/**
 * Asks about a code that adds more than its band to a payout, or pays more than the exchange is worth; and about what it
 * costs at most if each use is the largest exchange: without a limit of uses, or more than the band of what our rails hold.
 */
export async function promoConcerns(ctx: Context, promo: Promo): Promise<(string | null)[]> {
  const { pairs } = await ctx.market.snapshot();
  const now = ctx.clock.now();
  const gains = [...pairs.values()]
    .filter(({ row }) => promo.pairs.length === 0 || promo.pairs.includes(row.id))
    .flatMap((pair) => gainsOn(pair, pricePair(pair, ctx.rates, now).priced, promo));
  const [first, ...others] = gains;
  if (!first) return ["None of its pairs has a rate now, so its cost cannot be computed."];
  const most = others.reduce((a, b) => (b.gain * a.worth > a.gain * b.worth ? b : a), first);
  return [priceConcern(ctx, gains, most), await totalConcern(ctx, gains, promo.usesLeft)];
}

function priceConcern(ctx: Context, gains: Gain[], most: Gain): string | null {
  const { promo: band } = ctx.env.OPERATOR_BANDS;
  const loss = gains.find(({ paid, worth }) => paid > worth);
  if (loss) return `${gainText(loss)} That is more than it is worth at the market's rate, ${loss.text(loss.worth)}.`;
  const isBeyond = distance(most.worth, most.worth + most.gain, band).isBeyond;
  return isBeyond ? `${gainText(most)} The band is ${band} % of what it is worth.` : null;
}

async function totalConcern(ctx: Context, gains: Gain[], uses: number | null): Promise<string | null> {
  const costly = gains.filter(({ gain }) => gain > 0n);
  if (costly.length === 0) return null;
  if (uses === null)
    return "How often it may be used is not limited, so what it costs has no limit: set one with --uses.";
  const { promo: band } = ctx.env.OPERATOR_BANDS;
  const dearest = new Map<string, Gain>();
  for (const price of costly) if (price.gain > (dearest.get(price.asset)?.gain ?? 0n)) dearest.set(price.asset, price);
  for (const { asset, gain, text } of dearest.values()) {
    const held = await heldByRails(ctx.db.orm, asset);
    const cost = gain * BigInt(uses);
    if (!distance(held, held + cost, band).isBeyond) continue;
    return `${uses} uses of it can cost ${text(cost)} of the ${text(held)} that our rails hold; the band is ${band} %.`;
  }
  return null;
}

type Gain = {
  pairId: string;
  /** What is paid out. */
  asset: string;
  sent: string;
  plain: bigint;
  paid: bigint;
  gain: bigint;
  worth: bigint;
  text(minor: bigint): string;
};

/** What the code adds for the smallest and for the largest exchange. */
function gainsOn({ row, from, to }: MarketPair, priced: ReturnType<typeof pricePair>["priced"], promo: Promo): Gain[] {
  if (!priced) return [];
  const { terms, reference } = priced;
  const rate = parseRate(reference.rate);
  return [row.minFrom, row.maxFrom].flatMap((sent) => {
    const plain = priceOf(sent, terms).toAmount;
    const price = priceOf(sent, withPromo(terms, promo)).toAmount;
    const worth = floorDiv(sent * rate.digits * powerOfTen(to.decimals), powerOfTen(from.decimals + rate.scale));
    if (worth === 0n) return [];
    const paid = price + cashbackWorth(promo, { from, to }, { sent, price, worth, costs: terms.costs });
    const text = (minor: bigint) => `${formatDecimal(minor, to.decimals)} ${to.id}`;
    const sentText = `${formatDecimal(sent, from.decimals)} ${from.id}`;
    return [{ pairId: row.id, asset: to.id, sent: sentText, plain, paid, gain: paid - plain, worth, text }];
  });
}

/** In the payout asset: what is sent counts at the market's rate. */
function cashbackWorth(
  promo: Promo,
  pair: Pick<MarketPair, "from" | "to">,
  { sent, price, worth, costs }: { sent: bigint; price: bigint; worth: bigint; costs: PriceCosts | null },
): bigint {
  const cashback = cashbackOf({ promoTerms: promo, fromAmount: sent, toAmount: price, costs }, pair);
  if (cashback === null) return 0n;
  return cashback.asset === pair.to.id ? cashback.amount : floorDiv(cashback.amount * worth, sent);
}

const gainText = ({ pairId, sent, plain, paid, gain, worth, text }: Gain) =>
  `With this code ${pairId} pays ${text(paid)} instead of ${text(plain)} for ${sent}, ${percentText(gain, worth)} more.`;
