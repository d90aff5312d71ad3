import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { rewardOf } from "../../affiliates/rules/compute-reward.ts";
import { cases, seed } from "../../orders/rules/testing/seed.ts";
import { breakEven } from "./break-even.ts";
import { cashbackOf } from "./cashback.ts";
import { costsAt, mostPayout } from "./costs.ts";
import { ceilDiv, floorDiv, powerOfTen } from "./division.ts";
import { usualLoyalty, withLoyalty } from "./loyalty.ts";
import { type PriceTerms, priceOf, priceTo, quoteFor } from "./pricing.ts";
import type { Promo } from "./promo.ts";
import { formatRate, parseRate, rateLessMargin } from "./rate.ts";
import { stackedTerms } from "./stacking.ts";

const usdt = { fromDecimals: 6, toDecimals: 2 };
const reference = "0.9990";
const plain: PriceTerms = { rate: "0.965034", serviceBps: 50, payoutFee: 0n, bonusBps: 0, fixedBonus: 0n, ...usdt };
/** A sweep of 3.80 USDT. */
const costs = costsAt({ payin: 3_800000n, payout: 0n, bps: 0 }, reference, usdt);

describe("a price within its costs", () => {
  test("pays out at most the worth less the costs, and takes the rest as a fee", () => {
    const sent = 20_000000n;
    const without = priceOf(sent, plain);
    const price = priceOf(sent, { ...plain, costs });
    expect(price.toAmount).toBe(16_18n);
    expect(mostPayout(sent, costs, usdt)).toBe(16_18n);
    expect(price.gross - price.serviceFee).toBe(price.toAmount);
    expect(price.serviceFee - without.serviceFee).toBe(without.toAmount - price.toAmount);
  });

  test("cuts a bonus before it raises the fee", () => {
    const sent = 500_000000n;
    const bonus = { ...plain, bonusBps: 400 };
    const price = priceOf(sent, { ...bonus, costs });
    expect(price.serviceFee).toBe(priceOf(sent, bonus).serviceFee);
    expect(price.bonus).toBeLessThan(priceOf(sent, bonus).bonus);
    expect(price.toAmount).toBe(mostPayout(sent, costs, usdt));
  });

  test("is the plain one where it pays for them", () => {
    expect(priceOf(500_000000n, { ...plain, costs })).toEqual(priceOf(500_000000n, plain));
  });

  test("pays for them from the break-even amount on, rounded up to shown decimals", () => {
    const limits = { least: 20_000000n, most: 5_000_000000n, shownDecimals: 2 };
    const least = breakEven({ ...plain, costs }, limits);
    expect(least).toBe(97_500000n);
    expect(breakEven({ ...plain, costs: null }, limits)).toBe(20_000000n);
    const dear = { ...costs, bps: 500 };
    expect(breakEven({ ...plain, costs: dear }, limits)).toBeNull();
  });
});

const many = { numRuns: cases(10_000), seed: seed("never below cost") };

describe("every accepted quote", () => {
  test("earns what it costs, with code, loyalty discount, cashback and a partner's reward", () => {
    fc.assert(
      fc.property(anySale, (sale) => {
        const { terms, side, amount, promo, tier, pair, isSold } = sale;
        const { terms: discounted, loyalty } = withLoyalty(terms, tier);
        const counted = (promo && stackedTerms(discounted, loyalty, promo)) ?? discounted;
        const price = quoteFor(counted, side, amount);
        // A pair of which no amount pays for its costs is paused.
        if (price.limit !== null || !isSold) return;
        const { fromAmount, toAmount } = price;
        const promoTerms = promo && counted !== discounted ? promo : promo?.kind === "cashback_percent" ? promo : null;
        const cashback = cashbackOf({ fromAmount, toAmount, promoTerms, costs: terms.costs }, pair);
        expectTrue(earned(sale, { fromAmount, toAmount }, cashback) >= 0n, "the exchange pays for its costs");
        expectTrue(price.gross - price.serviceFee - counted.payoutFee + price.bonus === toAmount, "the parts add up");
      }),
      many,
    );
  });

  test("pays more for more, and from the receive side sends the smallest amount that gives as much", () => {
    fc.assert(
      fc.property(anySale, fc.bigInt({ min: 0n, max: 10n ** 10n }), ({ terms, amount }, more) => {
        expectTrue(priceOf(amount + more, terms).toAmount >= priceOf(amount, terms).toAmount, "more for more");
        const { fromAmount, toAmount } = priceTo(amount, terms);
        expectTrue(toAmount >= amount, "enough");
        if (amount > 0n) expectTrue(priceOf(fromAmount - 1n, terms).toAmount < amount, "smallest");
      }),
      many,
    );
  });
});

/**
 * What is left of an exchange at the reference rate, by another way than the price computes it:
 * less fixed costs, the services' shares, the cashback and the part of the profit that partners get.
 */
function earned(
  { terms, shareBps }: Sale,
  { fromAmount, toAmount }: { fromAmount: bigint; toAmount: bigint },
  cashback: { asset: string; amount: bigint } | null,
): bigint {
  const { digits, scale } = parseRate(terms.costs.reference);
  const [over, under] = [digits * powerOfTen(terms.toDecimals), powerOfTen(terms.fromDecimals + scale)];
  const worth = floorDiv(fromAmount * over, under);
  const cashbackWorth =
    cashback === null ? 0n : cashback.asset === "to" ? cashback.amount : ceilDiv(cashback.amount * over, under);
  const services = ceilDiv(worth * BigInt(terms.costs.bps), 10_000n);
  const profit = worth - toAmount - cashbackWorth - services - terms.costs.payin - terms.costs.payout;
  return profit - rewardOf(profit, shareBps);
}

type Sale = { terms: PriceTerms & { costs: NonNullable<PriceTerms["costs"]> }; shareBps: number };

const bps = (max: number) => fc.integer({ min: 0, max });
const kinds = ["rate_bonus_bps", "fixed_bonus", "fee_discount_percent", "free_payout_fee", "cashback_percent"] as const;
const anyPromo = fc.record({ kind: fc.constantFrom(...kinds), value: fc.integer({ min: 1, max: 100 }) }).map(
  ({ kind, value }): Promo => ({
    ...{ code: "SALE", kind, value: value.toString(), pairs: [], minFrom: null, startsAt: null, expiresAt: null },
    ...{ usesLeft: null, usesPerEmail: null, newUsersOnly: false, stoppedAt: null, partnerId: null },
  }),
);
const anySale = fc
  .record({
    digits: fc.bigInt({ min: 1000n, max: 10n ** 10n }),
    places: fc.integer({ min: 0, max: 9 }),
    marginBps: bps(900),
    serviceBps: bps(300),
    payoutFee: fc.bigInt({ min: 0n, max: 1000n }),
    payin: fc.bigInt({ min: 0n, max: 10n ** 7n }),
    payout: fc.bigInt({ min: 0n, max: 10n ** 7n }),
    costBps: bps(900),
    fromDecimals: fc.constantFrom(2, 6, 8),
    toDecimals: fc.constantFrom(2, 6, 8),
    least: fc.bigInt({ min: 1n, max: 10n ** 8n }),
    range: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    part: fc.bigInt({ min: 0n, max: 1000n }),
    side: fc.constantFrom("from" as const, "to" as const),
    promo: fc.option(anyPromo),
    tier: fc.option(fc.constantFrom(...usualLoyalty)),
    shareBps: bps(10_000),
    toKind: fc.constantFrom("crypto" as const, "ewallet" as const),
  })
  .map((drawn) => {
    const { digits, places, fromDecimals, toDecimals, serviceBps, payoutFee, payin, payout, costBps } = drawn;
    const decimals = { fromDecimals, toDecimals };
    const market = formatDecimal(digits, places);
    const rate = formatRate(rateLessMargin(parseRate(market), drawn.marginBps) ?? { digits: 1n, scale: 0 });
    const limited = costsAt({ payin, payout, bps: costBps }, market, decimals);
    const plain = { rate, serviceBps, payoutFee, bonusBps: 0, fixedBonus: 0n, ...decimals, costs: limited };
    const most = drawn.least + drawn.range;
    const earning = breakEven(plain, { least: drawn.least, most, shownDecimals: fromDecimals });
    const minFrom = earning ?? most;
    const terms = { ...plain, minFrom, maxFrom: most };
    const [low, high] =
      drawn.side === "from" ? [minFrom, most] : [priceOf(minFrom, terms).toAmount, priceOf(most, terms).toAmount];
    const pair = {
      from: { id: "from", kind: "crypto" as const, decimals: fromDecimals },
      to: { id: "to", kind: drawn.toKind, decimals: toDecimals },
    };
    const amount = low + ((high - low) * drawn.part) / 1000n;
    return { ...drawn, terms, amount, pair, isSold: earning !== null };
  });

function expectTrue(holds: boolean, promise: string): void {
  if (!holds) throw new Error(promise);
}
