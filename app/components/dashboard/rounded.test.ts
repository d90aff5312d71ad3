import { expect, test } from "vitest";
import { rounded } from "./rounded.ts";

test("an amount in a list has at most the asset's shown decimals, and never vanishes", () => {
  expect(rounded("474.261750", 2)).toBe("474.26");
  expect(rounded("500", 2)).toBe("500");
  expect(rounded("500.99", 0)).toBe("500");
  expect(rounded("0.00000042", 6)).toBe("0.00000042");
});
