import { describe, expect, test } from "vitest";
import { followingFee, networkCost } from "./network-fee.ts";

const trx = { gasDecimals: 6, decimals: 6, shownDecimals: 2 };

describe("what a transfer costs", () => {
  test("is the network's fee in the asset, rounded up to shown decimals", () => {
    // 13.4 TRX at 0.284884... USDT are 3.8174 USDT.
    expect(networkCost(13_400000n, "0.284884", trx)).toBe(3_820000n);
  });

  test("is the network's own fee where that is in the same asset", () => {
    expect(networkCost(1_410n, "1", { gasDecimals: 8, decimals: 8, shownDecimals: 6 })).toBe(1_500n);
  });

  test("keeps every decimal where all are shown", () => {
    expect(networkCost(1n, "0.5", { gasDecimals: 2, decimals: 2, shownDecimals: 2 })).toBe(1n);
  });
});

describe("a fee that follows the network", () => {
  test.each([
    ["stays as set while the network takes less", { set: 300n, cost: 118n, most: null }, 300n],
    ["is the cost where that is more", { set: 100n, cost: 382n, most: null }, 382n],
    ["is at most five times what was set", { set: 100n, cost: 900n, most: null }, 500n],
    ["is at most its bound", { set: 100n, cost: 382n, most: 250n }, 250n],
    ["is never less than what was set", { set: 100n, cost: 382n, most: 50n }, 100n],
    ["stays free where it was set to nothing", { set: 0n, cost: 382n, most: null }, 0n],
    ["stays as set while the cost is not known", { set: 100n, cost: null, most: null }, 100n],
  ])("%s", (_, { set, cost, most }, fee) => {
    expect(followingFee(set, cost, most)).toBe(fee);
  });
});
