import { describe, expect, test } from "vitest";
import { labelSkeleton } from "./label-skeleton.ts";

describe("labels that look alike have one skeleton", () => {
  test.each([
    ["Cold wallet", "cold wallet"],
    ["Cold wallet", "COLD  WALLET"],
    ["Cold wallet", "Coldwallet"],
    ["Cold wallet", "Cold-wallet."],
    ["Cold wallet", "Соld wаllеt"],
    ["Ledger", "Ledger\u200b"],
    ["Ledger", "Ledger\u2800"],
    ["Ledger", "Ledger\u3164"],
    ["Ledger", "Lеdgеr"],
    ["Ledger", "Iedger"],
    ["Ledger", "1edger"],
    ["Ledger", "Ｌｅｄｇｅｒ"],
    ["Ledger", "Lédger"],
    ["Мой кошелёк", "мой кошелек"],
    ["KOT", "КОТ"],
    ["Binance", "Bіnаnсe"],
    ["OKX", "ΟΚΧ"],
    ["Bank 10", "Bank lO"],
    ["Western", "Westem"],
  ])("%j and %j", (label, lookalike) => {
    expect(labelSkeleton(label)).toBe(labelSkeleton(lookalike));
  });
});

describe("labels that differ to the eye have two", () => {
  test.each([
    ["Wallet 1", "Wallet 2"],
    ["Cold wallet", "Hot wallet"],
    ["Ledger", "Trezor"],
    ["Мой кошелёк", "Твой кошелёк"],
    ["🥶", "🔥"],
    ["!", "?"],
  ])("%j and %j", (label, differentLabel) => {
    expect(labelSkeleton(label)).not.toBe(labelSkeleton(differentLabel));
  });
});
