import { describe, expect, test } from "vitest";
import { type PriceTerms, priceFrom } from "./pricing.ts";
import { type Promo, promoCode, promoFault, withPromo } from "./promo.ts";

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
const use = { pairId: "usdt-trc20_paypal-usd", fromAmount: 500_000_000n, fromDecimals: 6, now };

describe("a promo code", () => {
  test("works for what it was made for", () => {
    expect(promoFault(welcome({}), use)).toBeNull();
    expect(promoFault(welcome({ pairs: [use.pairId], minFrom: "500", usesLeft: 1 }), use)).toBeNull();
    expect(promoCode("  welcome5 ")).toBe("WELCOME5");
  });

  test.each([
    ["is not known", undefined, "unknown"],
    ["has not begun", welcome({ startsAt: new Date("2026-11-21T12:00:00.001Z") }), "unknown"],
    ["has ended this very moment", welcome({ expiresAt: now }), "expired"],
    ["is used up", welcome({ usesLeft: 0 }), "used"],
    ["is for another pair", welcome({ pairs: ["btc_paypal-eur"] }), "pair"],
    ["wants a little more", welcome({ minFrom: "500.000001" }), "min_amount"],
  ])("that %s does nothing, and says why", (_why, promo, fault) => {
    expect(promoFault(promo, use)).toBe(fault);
  });

  test.each([
    ["rate_bonus_bps", "10", { serviceFee: 2_42n, bonus: 48n, toAmount: 479_56n }],
    ["fee_discount_percent", "100", { serviceFee: 0n, bonus: 0n, toAmount: 481_50n }],
    ["fee_discount_percent", "50", { serviceFee: 1_21n, bonus: 0n, toAmount: 480_29n }],
    ["fixed_bonus", "5", { serviceFee: 2_42n, bonus: 5_00n, toAmount: 484_08n }],
    ["fixed_bonus", "0.509", { serviceFee: 2_42n, bonus: 50n, toAmount: 479_58n }],
    ["free_payout_fee", "0", { serviceFee: 2_42n, bonus: 0n, toAmount: 480_08n }],
  ] as const)("of kind %s %s changes the price so", (kind, value, expected) => {
    const price = priceFrom({ ...withPromo(terms, welcome({ kind, value })), fromAmount: use.fromAmount });
    expect(price).toMatchObject(expected);
  });

  test("of a part of a basis point gives the whole one", () => {
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
    ...other,
  };
}
