import { describe, expect, test } from "vitest";
import { type PriceTerms, priceFrom, priceTo } from "./pricing.ts";
import { type Promo, promoCode, promoFault, promoTermsOf, termsWithoutPromo, withPromo } from "./promo.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const terms: PriceTerms = {
  rate: "0.9650",
  serviceBps: 50,
  payoutFee: 1_00n,
  bonusBps: 0,
  fixedBonus: 0n,
  fromDecimals: 6,
  toDecimals: 2,
};
const pairId = "usdt-trc20_paypal-usd";
const use = { pairId, fromAmount: 500_000_000n, fromDecimals: 6, now, customer: null, cashback: null };

describe("a promo code", () => {
  test("applies under its conditions", () => {
    expect(promoFault(welcome({}), use)).toBeNull();
    expect(promoFault(welcome({ pairs: [use.pairId], minFrom: "500", usesLeft: 1 }), use)).toBeNull();
    expect(promoCode("  welcome5 ")).toBe("WELCOME5");
  });

  test.each([
    ["is not known", undefined, "unknown"],
    ["has not begun", welcome({ startsAt: new Date("2026-11-21T12:00:00.001Z") }), "unknown"],
    ["has ended this very moment", welcome({ expiresAt: now }), "expired"],
    ["was stopped", welcome({ stoppedAt: now }), "expired"],
    ["is used up", welcome({ usesLeft: 0 }), "used"],
    ["is more than used up", welcome({ usesLeft: -1 }), "used"],
    ["is for another pair", welcome({ pairs: ["btc_paypal-eur"] }), "pair"],
    ["wants a little more", welcome({ minFrom: "500.000001" }), "min_amount"],
  ])("that %s has no effect, with the reason", (_why, promo, fault) => {
    expect(promoFault(promo, use)).toBe(fault);
  });

  test.each([
    ["rate_bonus_bps", "10", { serviceFee: 2_42n, bonus: 48n, toAmount: 479_56n }],
    ["fee_discount_percent", "100", { serviceFee: 0n, bonus: 0n, toAmount: 481_50n }],
    ["fee_discount_percent", "50", { serviceFee: 1_21n, bonus: 0n, toAmount: 480_29n }],
    ["fixed_bonus", "5", { serviceFee: 2_42n, bonus: 5_00n, toAmount: 484_08n }],
    ["fixed_bonus", "0.509", { serviceFee: 2_42n, bonus: 50n, toAmount: 479_58n }],
    ["free_payout_fee", "0", { serviceFee: 2_42n, bonus: 0n, toAmount: 480_08n }],
  ] as const)("of kind %s %s changes the price accordingly", (kind, value, expected) => {
    const price = priceFrom({ ...withPromo(terms, welcome({ kind, value })), fromAmount: use.fromAmount });
    expect(price).toMatchObject(expected);
  });

  test.each([
    ["a first exchange", { uses: 0, isNew: true }, null, null],
    ["a second exchange", { uses: 0, isNew: false }, "new_users_only", null],
    ["a third use", { uses: 2, isNew: false }, "new_users_only", "used"],
  ])("recognises its customer at %s", (_when, customer, forNew, forTwo) => {
    expect(promoFault(welcome({ newUsersOnly: true }), { ...use, customer })).toBe(forNew);
    expect(promoFault(welcome({ usesPerEmail: 2 }), { ...use, customer })).toBe(forTwo);
  });

  // Calculated by hand: gross, fee rounded up, bonus rounded down; the last column is the benefit of the code.
  test.each([
    ["from", 500_000000n, "rate_bonus_bps", "10", 500_000000n, 2_42n, 48n, 1_00n, 479_56n, 48n],
    ["from", 123_456789n, "rate_bonus_bps", "25", 123_456789n, 60n, 29n, 1_00n, 117_82n, 29n],
    ["to", 480_00n, "rate_bonus_bps", "10", 500_455959n, 2_42n, 48n, 1_00n, 480_00n, 48n],
    ["from", 500_000000n, "fee_discount_percent", "25", 500_000000n, 1_79n, 0n, 1_00n, 479_71n, 63n],
    ["to", 480_00n, "fee_discount_percent", "100", 498_445596n, 0n, 0n, 1_00n, 480_00n, 2_41n],
    ["from", 500_000000n, "fixed_bonus", "5", 500_000000n, 2_42n, 5_00n, 1_00n, 484_08n, 5_00n],
    ["to", 480_00n, "fixed_bonus", "5", 495_751296n, 2_40n, 5_00n, 1_00n, 480_00n, 5_00n],
    ["from", 500_000000n, "free_payout_fee", "0", 500_000000n, 2_42n, 0n, 0n, 480_08n, 1_00n],
    ["to", 480_00n, "free_payout_fee", "0", 499_917099n, 2_42n, 0n, 0n, 480_00n, 1_00n],
  ] as const)("entered on side %s %s, kind %s %s, is exact to the cent", (side, asked, kind, value, sent, ...parts) => {
    const withCode = withPromo(terms, welcome({ kind, value }));
    const price = side === "from" ? priceFrom({ ...withCode, fromAmount: asked }) : priceTo(asked, withCode);
    const plain = priceFrom({ ...terms, fromAmount: price.fromAmount });
    const { serviceFee, bonus, toAmount, gross } = price;
    const got = [price.fromAmount, serviceFee, bonus, withCode.payoutFee, toAmount, toAmount - plain.toAmount];
    expect(got).toEqual([sent, ...parts]);
    expect(gross - serviceFee - withCode.payoutFee + bonus).toBe(toAmount);
  });

  test("is stored with an order so that the price without it is known", () => {
    for (const kind of ["rate_bonus_bps", "fee_discount_percent", "fixed_bonus", "free_payout_fee"] as const) {
      const promo = welcome({ kind, value: "20", minFrom: "0.0000001" });
      const storedTerms = promoTermsOf(promo, terms);
      expect({ ...withPromo(terms, promo), ...termsWithoutPromo(storedTerms) }).toEqual(terms);
      // A minimum with more decimals than the asset is rounded up to the next minor unit.
      expect(storedTerms.minFrom).toBe("1");
    }
  });

  test("with a fraction of a basis point is rounded up to a whole one", () => {
    expect(withPromo(terms, welcome({ kind: "fee_discount_percent", value: "12.5" })).serviceBps).toBe(43);
  });
});

function welcome(other: Partial<Promo>): Promo {
  return {
    code: "WELCOME5",
    kind: "rate_bonus_bps",
    value: "10",
    pairs: [],
    minFrom: null,
    startsAt: null,
    expiresAt: null,
    usesLeft: null,
    usesPerEmail: null,
    newUsersOnly: false,
    stoppedAt: null,
    partnerId: null,
    ...other,
  };
}
