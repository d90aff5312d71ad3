import { expect, test } from "vitest";
import { worthSweeping } from "./worth-sweeping.ts";

const addresses = [
  { address: "dust", lying: 4n },
  { address: "small", lying: 90n },
  { address: "large", lying: 1_000n },
  { address: "middle", lying: 199n },
  { address: "enough", lying: 200n },
];
const chosen = (terms: Partial<Parameters<typeof worthSweeping>[1]>) =>
  worthSweeping(addresses, { cost: 4n, percent: 2, needed: 0n, ...terms }).map(({ address }) => address);

test("an address is swept once its transfer costs no more than the set share of what it holds", () => {
  expect(chosen({})).toEqual(["large", "enough"]);
  expect(chosen({ percent: 0.4 })).toEqual(["large"]);
  expect(chosen({ percent: 0.39 })).toEqual([]);
  expect(chosen({ cost: 0n })).toEqual(["large", "enough", "middle", "small", "dust"]);
});

test("what is waited for is taken from the fullest of the others, until it is covered, and never at a loss", () => {
  expect(chosen({ needed: 1_200n })).toEqual(["large", "enough"]);
  expect(chosen({ needed: 1_201n })).toEqual(["large", "enough", "middle"]);
  expect(chosen({ needed: 1_000_000n })).toEqual(["large", "enough", "middle", "small"]);
});

test("while the cost is unknown only what is waited for is swept", () => {
  expect(chosen({ cost: null })).toEqual([]);
  expect(chosen({ cost: null, needed: 1_100n })).toEqual(["large", "enough"]);
});
