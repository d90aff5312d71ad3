import fc from "fast-check";
import { expect, test } from "vitest";
import { historyCount, playHistory } from "./testing/order-histories.ts";
import { seed } from "./testing/seed.ts";

const dice = fc.record({ what: fc.nat(9999), one: fc.nat(9999), two: fc.nat(9999) });

test("for random event sequences the ledger stays consistent, and the order ends with empty accounts", () => {
  fc.assert(
    fc.property(fc.array(dice, { minLength: 1, maxLength: 40 }), (throws) => {
      expect(playHistory(throws, new Set())).toEqual([]);
    }),
    { numRuns: historyCount, seed: seed("order histories") },
  );
});
