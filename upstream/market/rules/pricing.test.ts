import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDecimal, parseDecimal } from "../../../contract/values/decimal.ts";
import { cases, seed } from "../../orders/rules/testing/seed.ts";
import { type PriceTerms, priceFrom, priceTo, quoteFor } from "./pricing.ts";
import { parseRate } from "./rate.ts";

const decimals: Record<string, number> = {
  "usdt-trc20": 6,
  btc: 8,
  eth: 18,
  "paypal-usd": 2,
  "paypal-eur": 2,
};

describe("the contract's example prices", () => {
  test.each([
    ["usdt-trc20", "paypal-usd", "500", "0.9650", "0", 0, "482.50", "2.42", "0.00", "480.08"],
    ["usdt-trc20", "paypal-usd", "500", "0.9650", "0", 10, "482.50", "2.42", "0.48", "480.56"],
    ["usdt-trc20", "paypal-usd", "20.000001", "0.9650", "0", 0, "19.30", "0.10", "0.00", "19.20"],
    ["btc", "paypal-eur", "0.00940000", "78450.12", "0", 0, "737.43", "3.69", "0.00", "733.74"],
    ["eth", "paypal-usd", "0.123456789012345678", "2711.40", "0", 0, "334.74", "1.68", "0.00", "333.06"],
    ["paypal-usd", "usdt-trc20", "100.00", "0.9550", "1", 0, "95.500000", "0.477500", "0.000000", "94.022500"],
    [
      "paypal-usd",
      "btc",
      "250.00",
      "0.0000113412",
      "0.00002",
      0,
      "0.00283530",
      "0.00001418",
      "0.00000000",
      "0.00280112",
    ],
  ])("%s to %s, %s at %s, payout fee %s, bonus %i bps", (from, to, amount, rate, payoutFee, bonusBps, ...expected) => {
    const terms = {
      rate,
      serviceBps: 50,
      payoutFee: minor(payoutFee, to),
      bonusBps,
      fixedBonus: 0n,
      fromDecimals: scale(from),
      toDecimals: scale(to),
    };
    const price = priceFrom({ ...terms, fromAmount: minor(amount, from) });
    const texts = [price.gross, price.serviceFee, price.bonus, price.toAmount].map((part) =>
      formatDecimal(part, scale(to)),
    );
    expect(texts).toEqual(expected);
  });
});

describe("a price", () => {
  const usdt: PriceTerms = {
    rate: "0.9650",
    serviceBps: 50,
    payoutFee: 0n,
    bonusBps: 0,
    fixedBonus: 0n,
    fromDecimals: 6,
    toDecimals: 2,
  };

  test("adds a fixed bonus to the percentage bonus; a free payout has no fee", () => {
    const price = priceFrom({ ...usdt, fromAmount: 500_000_000n, fixedBonus: 5_00n });
    expect(price).toMatchObject({ bonus: 5_00n, toAmount: 485_08n });
  });

  test("is never below zero", () => {
    expect(priceFrom({ ...usdt, payoutFee: 10_00n, fromAmount: 1_000_000n }).toAmount).toBe(0n);
    expect(priceFrom({ ...usdt, fromAmount: 0n }).toAmount).toBe(0n);
  });

  test("with a 100% service fee cannot be computed from the receive side", () => {
    expect(() => priceTo(1n, { ...usdt, serviceBps: 10_000 })).toThrow("no payout amount");
  });

  describe("within limits", () => {
    const limits = { minFrom: 20_000_000n, maxFrom: 5_000_000_000n };

    test("is computed as requested", () => {
      expect(quoteFor({ ...usdt, ...limits }, "from", 500_000_000n)).toMatchObject({
        fromAmount: 500_000_000n,
        toAmount: 480_08n,
        limit: null,
      });
    });

    test("is computed at the nearest limit when outside, with the limits of the entered side", () => {
      expect(quoteFor({ ...usdt, ...limits }, "from", 19_999_999n)).toMatchObject({
        fromAmount: 20_000_000n,
        toAmount: 19_20n,
        limit: "below_min",
        min: 20_000_000n,
        max: 5_000_000_000n,
      });
      expect(quoteFor({ ...usdt, ...limits }, "to", 9_999_99n)).toMatchObject({
        fromAmount: 5_000_000_000n,
        toAmount: 4_800_87n,
        limit: "above_max",
        min: 19_20n,
        max: 4_800_87n,
      });
    });

    test("accepts its own limits, entered on either side", () => {
      for (const amount of [19_20n, 4_800_87n])
        expect(quoteFor({ ...usdt, ...limits }, "to", amount)).toMatchObject({ toAmount: amount, limit: null });
      // A little less than the minimum would also give 19.20, but the customer sends at least the minimum.
      expect(quoteFor({ ...usdt, ...limits }, "to", 19_20n).fromAmount).toBe(20_000_000n);
    });
  });
});

describe("every price", () => {
  const many = { numRuns: cases(100_000), seed: seed("prices") };

  test("is exact, rounds against the customer by less than one unit per step, and is never negative", () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, (terms, fromAmount) => {
        const { gross, serviceFee, bonus, toAmount } = priceFrom({ ...terms, fromAmount });
        const { digits, scale: rateScale } = parseRate(terms.rate);
        const exact = fromAmount * digits * 10n ** BigInt(terms.toDecimals);
        const unit = 10n ** BigInt(terms.fromDecimals + rateScale);
        expectTrue(gross * unit <= exact && exact < (gross + 1n) * unit, "gross is the floor");
        const fee = gross * BigInt(terms.serviceBps);
        expectTrue(serviceFee * 10_000n >= fee && fee > (serviceFee - 1n) * 10_000n, "the fee is the ceiling");
        const variable = bonus - terms.fixedBonus;
        const wished = gross * BigInt(terms.bonusBps);
        expectTrue(variable * 10_000n <= wished && wished < (variable + 1n) * 10_000n, "the bonus is the floor");
        const sum = gross - serviceFee - terms.payoutFee + bonus;
        expectTrue(toAmount === (sum > 0n ? sum : 0n), "the parts add up");
      }),
      many,
    );
  });

  test("never decreases when the amount grows", () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, fc.bigInt({ min: 0n, max: 10n ** 12n }), (terms, fromAmount, more) => {
        const less = priceFrom({ ...terms, fromAmount }).toAmount;
        return priceFrom({ ...terms, fromAmount: fromAmount + more }).toAmount >= less;
      }),
      many,
    );
  });

  test("from the receive side is the smallest amount that gives as much", () => {
    fc.assert(
      fc.property(anyTerms, fc.bigInt({ min: 1n, max: 10n ** 24n }), (terms, toAmount) => {
        const price = priceTo(toAmount, terms);
        expectTrue(price.toAmount >= toAmount, "enough");
        if (price.fromAmount > 0n)
          expectTrue(priceFrom({ ...terms, fromAmount: price.fromAmount - 1n }).toAmount < toAmount, "smallest");
      }),
      many,
    );
  });
});

const anyAmount = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 10n ** 9n }));
const anyTerms: fc.Arbitrary<PriceTerms> = fc.record({
  rate: fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 14n }), fc.integer({ min: 0, max: 12 }))
    .map(([digits, places]) => formatDecimal(digits, places)),
  serviceBps: fc.integer({ min: 0, max: 3_000 }),
  payoutFee: fc.bigInt({ min: 0n, max: 10n ** 8n }),
  bonusBps: fc.integer({ min: 0, max: 500 }),
  fixedBonus: fc.bigInt({ min: 0n, max: 10n ** 6n }),
  fromDecimals: fc.integer({ min: 0, max: 18 }),
  toDecimals: fc.integer({ min: 0, max: 18 }),
});

function expectTrue(holds: boolean, promise: string): void {
  if (!holds) throw new Error(promise);
}

function scale(asset: string): number {
  const assetDecimals = decimals[asset];
  if (assetDecimals === undefined) throw new Error(`No decimals for ${asset}`);
  return assetDecimals;
}

function minor(text: string, asset: string): bigint {
  const parsed = parseDecimal(text, scale(asset));
  if (typeof parsed !== "bigint") throw new Error(parsed);
  return parsed;
}
