import { describe, expect, test } from "vitest";
import { distance, percentText, SecondLook, secondLook } from "./second-look.ts";

describe("the distance of a new figure from the old one", () => {
  test.each<[bigint, bigint, number, boolean]>([
    [100n, 105n, 5, false],
    [100n, 106n, 5, true],
    [100n, 95n, 5, false],
    [100n, 94n, 5, true],
    [10_000n, 10_005n, 0.05, false],
    [10_000n, 10_006n, 0.05, true],
    // Smaller than one percent point of a huge figure, and exact all the same.
    [10n ** 24n, 10n ** 24n + 5n * 10n ** 22n, 5, false],
    [10n ** 24n, 10n ** 24n + 5n * 10n ** 22n + 1n, 5, true],
    // Nothing to compare with: any figure is beyond every band.
    [0n, 1n, 100, true],
    [-1n, 5n, 100, true],
    [0n, 0n, 5, false],
  ])("from %s to %s with a band of %s percent: beyond is %s", (was, is, band, isBeyond) => {
    expect(distance(was, is, band).isBeyond).toBe(isBeyond);
  });

  test("is told in percent, never as none", () => {
    expect(distance(100n, 150n, 5).text).toBe("50.0 %");
    expect(percentText(1n, 10n ** 9n)).toBe("0.1 %");
    expect(distance(0n, 1n, 5).text).toBe("all of it");
  });
});

test("concerns stop a command without --anyway, and are kept with it", () => {
  expect(() => secondLook(undefined, [null, "Twice the market's."])).toThrow(SecondLook);
  expect(secondLook("yes", [null, "Twice the market's."])).toEqual({ anyway: ["Twice the market's."] });
  expect(secondLook(undefined, [null])).toEqual({});
});
