import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stepSeconds, stepStart, walkMillionths } from "./walk.ts";

const noon = new Date("2026-11-21T12:00:00.000Z");
const atSecond = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

describe("the sandbox's random walk", () => {
  test("is deterministic per pair and step", () => {
    expect(walkMillionths("btc_paypal-usd", noon)).toBe(
      walkMillionths("btc_paypal-usd", atSecond(stepSeconds - 0.001)),
    );
    expect(stepStart(atSecond(stepSeconds - 0.001))).toEqual(noon);
  });

  test("stays within 0.3 percent, in small steps", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), fc.integer({ min: 0, max: 40_000_000 }), (pair, step) => {
        const here = walkMillionths(pair, atSecond(step * stepSeconds));
        const next = walkMillionths(pair, atSecond((step + 1) * stepSeconds));
        return Math.abs(here) <= 3000 && Math.abs(next - here) <= 150;
      }),
      { numRuns: 20_000 },
    );
  });

  test("moves in both directions, differently for each pair", () => {
    const day = Array.from({ length: 24 * 12 }, (_, fiveMinutes) => atSecond(fiveMinutes * 300));
    const usd = day.map((moment) => walkMillionths("btc_paypal-usd", moment));
    const eur = day.map((moment) => walkMillionths("btc_paypal-eur", moment));
    expect(Math.max(...usd)).toBeGreaterThan(700);
    expect(Math.min(...usd)).toBeLessThan(-700);
    expect(usd).not.toEqual(eur);
  });
});
