import { expect, test } from "vitest";
import { publicFigure } from "./public-figure.ts";

test.each([
  [48_210_55n, 48_000_00n],
  [125_000_000_000n, 120_000_000_000n],
  [99n, 99n],
  [7n, 7n],
  [0n, 0n],
  [-5n, 0n],
])("of %d strangers read %d", (exact, expected) => {
  expect(publicFigure(exact)).toBe(expected);
});
