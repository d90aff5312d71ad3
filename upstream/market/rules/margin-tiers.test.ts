import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cases, seed } from "../../orders/rules/testing/seed.ts";
import { readMarginTiers, tiersText } from "./margin-tiers.ts";
import { type PriceTerms, priceOf, priceTo, rateAt } from "./pricing.ts";
import { formatRate, parseRate, rateLessMargin } from "./rate.ts";

describe("margins by amount", () => {
  test("are read as operators enter them, and written back", () => {
    const tiers = readMarginTiers("500:150, 5000.50:100", 6, 340);
    expect(tiers).toEqual([
      { from: 500_000000n, marginBps: 150 },
      { from: 5_000_500000n, marginBps: 100 },
    ]);
    expect(readMarginTiers(tiersText(tiers ?? [], 6), 6, 340)).toEqual(tiers);
    expect(readMarginTiers("", 6, 340)).toEqual([]);
  });

  test.each([
    ["500", "has no margin"],
    ["500:340", "is not below the pair's margin"],
    ["500:150,5000:150", "is not below the one before"],
    ["500:150,400:100", "has a smaller amount after a larger one"],
    ["0:150", "begins at zero"],
    ["500:-50", "is below zero"],
    ["500.0000001:150", "has more decimals than the asset"],
    [Array.from({ length: 11 }, (_, index) => `${index + 1}:${300 - index}`).join(","), "has more than ten"],
  ])("%s is refused: it %s", (text) => {
    expect(readMarginTiers(text, 6, 340)).toBeUndefined();
  });

  const anyTerms = fc
    .record({
      reference: fc.constantFrom("0.9990", "91521.90", "0.0000109263", "1.1281"),
      margins: fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 6 }),
      steps: fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 5, maxLength: 5 }),
      serviceBps: fc.integer({ min: 0, max: 300 }),
      payoutFee: fc.bigInt({ min: 0n, max: 1000n }),
    })
    .map(({ reference, margins, steps, ...fees }): PriceTerms => {
      const [rate = "1", ...better] = [...margins]
        .sort((a, b) => b - a)
        .map((bps) => formatRate(rateLessMargin(parseRate(reference), bps) ?? { digits: 1n, scale: 9 }));
      let from = 0n;
      const tiers = better.map((tierRate, index) => {
        from += steps[index] ?? 1n;
        return { from, rate: tierRate };
      });
      return { rate, ...fees, bonusBps: 0, fixedBonus: 0n, fromDecimals: 6, toDecimals: 4, tiers };
    });
  const many = { numRuns: cases(10_000), seed: seed("margins by amount") };
  const anyAmount = fc.bigInt({ min: 1n, max: 5n * 10n ** 9n });

  test("never pay less for more, at whatever amount a tier begins", () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, fc.bigInt({ min: 0n, max: 10n ** 6n }), (terms, amount, more) => {
        if (priceOf(amount + more, terms).toAmount < priceOf(amount, terms).toAmount) throw new Error("less for more");
        for (const { from } of terms.tiers ?? [])
          if (priceOf(from, terms).toAmount < priceOf(from - 1n, terms).toAmount) throw new Error("a step down");
      }),
      many,
    );
  });

  test("from the receive side send the smallest amount that gives as much, at its own rate", () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, (terms, toAmount) => {
        const price = priceTo(toAmount, terms);
        if (price.toAmount < toAmount) throw new Error("too little");
        if (priceOf(price.fromAmount - 1n, terms).toAmount >= toAmount) throw new Error("not the smallest");
        const { tiers: _, ...plain } = terms;
        expect(priceOf(price.fromAmount, { ...plain, rate: rateAt(terms, price.fromAmount) })).toEqual(price);
      }),
      many,
    );
  });
});
