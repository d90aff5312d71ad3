import { describe, expect, test } from "vitest";
import { loyaltyCounted, loyaltyGain, nextTier, tierAt, turnoverCents, usualLoyalty, withLoyalty } from "./loyalty.ts";
import { type PriceTerms, priceFrom } from "./pricing.ts";
import type { Promo } from "./promo.ts";
import { stackedTerms } from "./stacking.ts";

const terms: PriceTerms = {
  rate: "0.9650",
  serviceBps: 50,
  payoutFee: 1_00n,
  bonusBps: 0,
  fixedBonus: 0n,
  fromDecimals: 6,
  toDecimals: 2,
};
const [silver, gold, platinum] = usualLoyalty;
const fromAmount = 500_000_000n;
const arrives = (priced: PriceTerms) => priceFrom({ fromAmount, ...priced }).toAmount;

describe("a tier", () => {
  test.each([
    [0n, undefined, silver],
    [999_99n, undefined, silver],
    [1_000_00n, silver, gold],
    [9_999_99n, silver, gold],
    [50_000_00n, platinum, undefined],
  ])("of a turnover of %s cents", (cents, now, next) => {
    expect(tierAt(usualLoyalty, cents)).toBe(now ?? null);
    expect(nextTier(usualLoyalty, cents)).toBe(next ?? null);
  });

  test("takes its percentage off the service fee, and nothing else", () => {
    const { terms: cheaper, loyalty } = withLoyalty(terms, gold ?? null);
    expect(cheaper).toEqual({ ...terms, serviceBps: 40 });
    expect(loyalty).toEqual({ tier: "gold", discountPercent: 20, serviceBps: 50 });
    const trade = {
      ...cheaper,
      fromAmount,
      toAmount: arrives(cheaper),
      costs: null,
      promoTerms: null,
      loyaltyTerms: loyalty,
    };
    expect(loyaltyGain(trade, terms)).toBe(arrives(cheaper) - arrives(terms));
    expect(arrives(cheaper) - arrives(terms)).toBe(49n);
  });

  test("is not shown where it takes nothing off", () => {
    expect(withLoyalty({ ...terms, serviceBps: 0 }, gold ?? null).loyalty).toBeNull();
    expect(withLoyalty(terms, null)).toEqual({ terms, loyalty: null });
  });
});

describe("turnover", () => {
  test.each([
    [1_000_000n, 6, "0.999", 99n],
    [10n ** 18n, 18, "2711.40", 2711_40n],
    [123_45n, 2, "1", 123_45n],
    [1n, 8, "78450.12", 0n],
  ])("of %s minor units with %s decimals at %s dollars is %s cents, cut", (amount, decimals, usdRate, cents) => {
    expect(turnoverCents(amount, decimals, usdRate)).toBe(cents);
  });
});

describe("beside a loyalty discount", () => {
  const { terms: ofGold, loyalty } = withLoyalty(terms, gold ?? null);
  const without = {
    minFrom: null,
    startsAt: null,
    expiresAt: null,
    usesLeft: null,
    usesPerEmail: null,
    stoppedAt: null,
    partnerId: null,
  };
  const promo = (kind: Promo["kind"], value: string): Promo => {
    return { code: "C", kind, value, pairs: [], newUsersOnly: false, ...without };
  };
  const kinds = ["rate_bonus_bps", "fixed_bonus", "free_payout_fee", "fee_discount_percent"] as const;

  test.each([
    ["rate_bonus_bps", "10", { serviceBps: 40, bonusBps: 10 }],
    ["fixed_bonus", "5", { serviceBps: 40, fixedBonus: 5_00n }],
    ["free_payout_fee", "0", { serviceBps: 40, payoutFee: 0n }],
  ] as const)("a code of kind %s adds", (kind, value, changedTerms) => {
    expect(stackedTerms(ofGold, loyalty, promo(kind, value))).toEqual({ ...terms, ...changedTerms });
    expect(loyaltyCounted({ promoTerms: { kind }, loyaltyTerms: loyalty })).toBe(loyalty);
  });

  test.each([
    ["10", null],
    ["20", null],
    ["21", 39],
    ["100", 0],
  ])("a fee discount of %s percent counts alone, where it is the larger one", (value, serviceBps) => {
    expect(stackedTerms(ofGold, loyalty, promo("fee_discount_percent", value))?.serviceBps ?? null).toBe(serviceBps);
    expect(loyaltyCounted({ promoTerms: { kind: "fee_discount_percent" }, loyaltyTerms: loyalty })).toBeNull();
  });

  test("no code, of any kind, ever pays out less than the better of the two alone", () => {
    for (const kind of kinds) {
      for (const value of ["1", "15", "60"]) {
        const code = promo(kind, value);
        const stacked = stackedTerms(ofGold, loyalty, code) ?? ofGold;
        const alone = stackedTerms(terms, null, code) ?? terms;
        expect(arrives(stacked)).toBeGreaterThanOrEqual(arrives(alone));
        expect(arrives(stacked)).toBeGreaterThanOrEqual(arrives(ofGold));
      }
    }
  });
});
