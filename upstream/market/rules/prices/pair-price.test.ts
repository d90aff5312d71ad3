import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatRate, parseRate } from "../rate.ts";
import { consensusOf, type PriceLimits, type SourcePrice } from "./consensus.ts";
import { compareFractions, fractionOf, rateOf } from "./fraction.ts";
import { type FeedPrice, pairPrice } from "./pair-price.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const limits: PriceLimits = { quorum: 2, spreadBps: 100, ageSeconds: 120, jumpBps: 500, confirmSeconds: 900 };

const price = (feed: string, base: string, text: string, more: Partial<FeedPrice> = {}): FeedPrice => {
  return { ...{ feed, base, quote: "USD", price: text, at: now, ageSeconds: null }, ...more };
};
const rateBy = (from: string, to: string, prices: readonly FeedPrice[]) => {
  const priced = pairPrice({ from, to }, prices, limits, now);
  return priced.status === "agreed" ? formatRate(priced.rate) : priced.why;
};

describe("the price of a pair", () => {
  test("is the quotient of two prices in dollars, rounded down at six digits", () => {
    const prices = ["a", "b"].flatMap((feed) => [price(feed, "BTC", "91234.5"), price(feed, "EUR", "1.0912")]);
    expect(rateBy("BTC", "USD", prices)).toBe("91234.5");
    expect(rateBy("BTC", "EUR", prices)).toBe("83609.3");
    expect(rateBy("EUR", "BTC", prices)).toBe("0.0000119603");
    expect(rateBy("USD", "BTC", prices)).toBe("0.0000109607");
  });

  test("counts a quote in USDT at what that is worth, and not while that has no price", () => {
    const inCoin = [price("a", "TRX", "0.3", { quote: "USDT" }), price("b", "TRX", "0.3", { quote: "USDT" })];
    expect(rateBy("TRX", "USD", inCoin)).toBe("too_few");
    expect(rateBy("TRX", "USD", [...inCoin, price("a", "USDT", "0.95"), price("b", "USDT", "0.95")])).toBe("0.285000");
  });

  test("counts a source that publishes seldom for as long as it says", () => {
    const daily = price("ecb", "EUR", "1.09", { at: ago(4 * 86_400), ageSeconds: 6 * 86_400 });
    expect(rateBy("EUR", "USD", [daily, price("a", "EUR", "1.0905")])).toBe("1.09025");
    expect(rateBy("EUR", "USD", [{ ...daily, at: ago(7 * 86_400) }, price("a", "EUR", "1.0905")])).toBe("stale");
  });

  test("is good as long as a quorum is fresh, not as long as the oldest price", () => {
    const prices = [price("a", "BTC", "100", { at: ago(119) }), price("b", "BTC", "100"), price("c", "BTC", "100")];
    expect(pairPrice({ from: "BTC", to: "USD" }, prices, limits, now)).toMatchObject({
      until: new Date(now.getTime() + 120_000),
      at: ago(119),
    });
  });
});

describe("sources agree", () => {
  const source = (value: string, index: number): SourcePrice => {
    return { source: `s${index}`, value: fractionOf(parseRate(value)), at: now, until: now };
  };
  const agreed = (...values: string[]) => {
    const consensus = consensusOf(values.map(source), limits, now);
    const rate = consensus.status === "agreed" ? rateOf(consensus.value) : undefined;
    return consensus.status === "agreed" && rate ? formatRate(rate) : consensus;
  };

  test.each([
    [["100", "100.9"], "100.450"],
    [["100", "101", "150"], "101.000"],
    [["0.01", "100", "100.5"], "100.000"],
    [["100", "100.2", "100.4", "900"], "100.300"],
  ])("where a quorum and a majority lie within the spread: %s", (values, rate) => {
    expect(agreed(...values)).toBe(rate);
  });

  test.each([
    ["too_few", ["100"]],
    ["spread", ["100", "101.1"]],
    ["spread", ["100", "100", "150", "150"]],
    ["spread", ["100", "110", "121"]],
  ])("and else not, for %s: %s", (why, values) => {
    expect(agreed(...values)).toEqual({ status: "disagreed", why });
  });

  test("a wrong minority never moves the price beyond the prices of the others", () => {
    const honestPrice = fc.integer({ min: 100_000, max: 100_900 });
    const anyPrice = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(fc.array(honestPrice, { minLength: 2, maxLength: 5 }), anyPrice, (honest, lie) => {
        const values = [...honest, lie].map((value, index) => source(String(value), index));
        const consensus = consensusOf(values, limits, now);
        if (consensus.status !== "agreed") return;
        const bound = (value: number) => fractionOf(parseRate(String(value)));
        expect(compareFractions(consensus.value, bound(Math.min(...honest)))).toBeGreaterThanOrEqual(0);
        expect(compareFractions(consensus.value, bound(Math.max(...honest)))).toBeLessThanOrEqual(0);
      }),
    );
  });
});
