import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cases, seed } from "../../orders/rules/testing/seed.ts";
import { readMarginTiers } from "./margin-tiers.ts";
import { type PriceTerms, priceOf } from "./pricing.ts";
import { formatRate, parseRate, rateLessMargin } from "./rate.ts";
import { heldWideningBps, mostHeldMarginBps, widenedMargins } from "./widened-margins.ts";

type AnyPair = { pair: { marginBps: number; marginTiers: string }; hoursBps: number; serviceBps: number };
const held = { heldTarget: 1000n, heldWidenBps: 20, heldStep: 100n };

describe("what is held beyond the target", () => {
  test.each([
    [-5n, 0],
    [1000n, 0],
    [1099n, 0],
    [1100n, 20],
    [1999n, 180],
    [10n ** 30n, mostHeldMarginBps],
  ])("%s of 1000 adds %s basis points, 20 for each whole step of 100", (position, bps) => {
    expect(heldWideningBps(held, position)).toBe(bps);
  });

  test("adds nothing without a target or a step", () => {
    expect(heldWideningBps({ ...held, heldTarget: null }, 5000n)).toBe(0);
    expect(heldWideningBps({ ...held, heldWidenBps: 0, heldStep: null }, 5000n)).toBe(0);
  });
});

describe("margins with additions", () => {
  const pair = { marginBps: 340, marginTiers: "500:150,5000:100" };

  test("have the margin of the amount, then the hour's, then that of what is held", () => {
    expect(widenedMargins(pair, 6, { hoursBps: 50, heldBps: 40 })).toEqual({
      ...{ marginBps: 430, marginTiers: "500.000000:240,5000.000000:190" },
      added: { hoursBps: 50, heldBps: 40 },
    });
  });

  test("reach 2,000 basis points by what is held and go no further, whatever the hour adds", () => {
    expect(widenedMargins(pair, 6, { hoursBps: 1500, heldBps: 400 }).added).toEqual({ hoursBps: 1500, heldBps: 160 });
    expect(widenedMargins(pair, 6, { hoursBps: 1900, heldBps: 400 })).toMatchObject({ marginBps: 2240 });
    expect(widenedMargins({ ...pair, marginBps: 2500 }, 6, { hoursBps: 0, heldBps: 400 }).marginBps).toBe(2500);
  });

  const anyPair = fc
    .record({
      margins: fc.uniqueArray(fc.integer({ min: 0, max: 2500 }), { minLength: 1, maxLength: 6 }),
      steps: fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 5, maxLength: 5 }),
      hoursBps: fc.integer({ min: 0, max: 2000 }),
      serviceBps: fc.integer({ min: 0, max: 300 }),
    })
    .map(({ margins, steps, ...others }) => {
      const [marginBps = 0, ...smaller] = [...margins].sort((a, b) => b - a);
      let from = 0n;
      const entries = smaller.map((bps, index) => {
        from += steps[index] ?? 1n;
        return `${from}:${bps}`;
      });
      return { ...others, pair: { marginBps, marginTiers: entries.join(",") } };
    });
  const anyOwn = fc.bigInt({ min: -2000n, max: 20_000n });
  const rate = (bps: number) => formatRate(rateLessMargin(parseRate("1.0006"), bps) ?? { digits: 1n, scale: 9 });

  test("never give less for more money, nor more for an asset of which more is held", () => {
    const total = ({ pair: set, hoursBps, serviceBps }: AnyPair, position: bigint, amount: bigint) => {
      const margins = widenedMargins(set, 0, { hoursBps, heldBps: heldWideningBps(held, position) });
      const tiers = readMarginTiers(margins.marginTiers, 0, margins.marginBps);
      if (!tiers) throw new Error("unreadable tiers");
      if (margins.added.heldBps > 0 && margins.marginBps > mostHeldMarginBps) throw new Error("beyond the most");
      const terms: PriceTerms = {
        ...{ rate: rate(margins.marginBps), serviceBps, payoutFee: 3n, bonusBps: 0, fixedBonus: 0n },
        ...{
          fromDecimals: 0,
          toDecimals: 4,
          tiers: tiers.map((tier) => ({ from: tier.from, rate: rate(tier.marginBps) })),
        },
      };
      return priceOf(amount, terms).toAmount;
    };
    fc.assert(
      fc.property(
        ...([
          anyPair,
          anyOwn,
          fc.bigInt({ min: 1n, max: 5n * 10n ** 9n }),
          fc.bigInt({ min: 0n, max: 10n ** 6n }),
          fc.bigInt({ min: 0n, max: 3000n }),
        ] as const),
        (set, position, amount, more, further) => {
          if (total(set, position, amount + more) < total(set, position, amount))
            throw new Error("less for more money");
          if (total(set, position + further, amount) > total(set, position, amount))
            throw new Error("more for what is held");
        },
      ),
      { numRuns: cases(5000), seed: seed("margins with additions") },
    );
  });
});
