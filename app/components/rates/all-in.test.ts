import { describe, expect, test } from "vitest";
import { examplePair } from "../../../tests/support/orders/example-pair.ts";
import { allIn } from "./all-in.ts";

const pair = examplePair();

describe("the rate with every fee inside", () => {
  test("is what arrives for what is sent, and its distance from the market", () => {
    expect(allIn(pair)).toEqual({ rate: "0.960174", costPercent: "3.89" });
  });

  test("costs nothing where it is better than the market", () => {
    expect(allIn({ ...pair, max_to: "5000.00" })).toMatchObject({ costPercent: "0.00" });
  });

  test("is not known for a pair without a rate", () => {
    expect(allIn({ ...pair, reference_rate: "0", max_to: "0" })).toBeNull();
  });
});
