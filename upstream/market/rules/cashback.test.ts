import { describe, expect, test } from "vitest";
import { cashbackFault, cashbackOf } from "./cashback.ts";

const usdt = { id: "usdt-trc20", kind: "crypto", decimals: 6 } as const;
const btc = { id: "btc", kind: "crypto", decimals: 8 } as const;
const paypal = { id: "paypal-usd", kind: "ewallet", decimals: 2 } as const;
const amounts = { fromAmount: 500_000_001n, toAmount: 480_08n, costs: null };

describe("cashback", () => {
  test.each([
    [usdt, paypal, "1", { asset: "usdt-trc20", amount: 5_000_000n }],
    [usdt, paypal, "0.01", { asset: "usdt-trc20", amount: 50_000n }],
    [paypal, usdt, "1.5", { asset: "usdt-trc20", amount: 7_20n }],
    [btc, usdt, "100", { asset: "usdt-trc20", amount: 480_08n }],
    [paypal, paypal, "1", null],
  ] as const)("of %o to %o at %s percent is of the amount a wallet can hold, cut", (from, to, value, expected) => {
    expect(cashbackOf({ ...amounts, promoTerms: { kind: "cashback_percent", value } }, { from, to })).toEqual(expected);
  });

  test.each([
    // Of 500 USDT 1.20 dollars are left beside the payout and costs of 18.22, or 1.201202 USDT.
    [usdt, paypal, { payin: 18_22n, reference: "0.999" }, { asset: "usdt-trc20", amount: 1_201201n }],
    [usdt, paypal, { payin: 19_42n, reference: "0.999" }, { asset: "usdt-trc20", amount: 0n }],
    [usdt, paypal, { payin: 60_00n, reference: "0.999" }, { asset: "usdt-trc20", amount: 0n }],
  ] as const)("of %o to %o is at most what %o leave beside the payout", (from, to, { payin, reference }, expected) => {
    const costs = { reference, payin, payout: 0n, bps: 0 };
    const promoTerms = { kind: "cashback_percent", value: "1" } as const;
    expect(cashbackOf({ ...amounts, costs, promoTerms }, { from, to })).toEqual(expected);
  });

  test("belongs to its kind of code alone", () => {
    const other = { kind: "fixed_bonus", value: "5" } as const;
    expect(cashbackOf({ ...amounts, promoTerms: other }, { from: usdt, to: paypal })).toBeNull();
    expect(cashbackOf({ ...amounts, promoTerms: null }, { from: usdt, to: paypal })).toBeNull();
  });

  test.each([
    [usdt, true, true, null],
    [usdt, false, true, "login_required"],
    [usdt, true, false, "no_wallets"],
    [paypal, true, true, "pair"],
  ] as const)("sent %o by a member: %s, with wallets: %s, is refused as %s", (from, isMember, areWalletsOn, fault) => {
    expect(cashbackFault({ from, to: paypal }, { isMember, areWalletsOn })).toBe(fault);
  });
});
