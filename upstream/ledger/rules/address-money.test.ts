import fc from "fast-check";
import { expect, test } from "vitest";
import { type AddressMoney, alreadySwept, arrivesFrom, comesBackTo, lyingIn, sweptOf } from "./address-money.ts";

const amount = fc.bigInt(1n, 1_000n);
/** A payment arrives or is taken back, a sweep arrives or comes back. */
const step = fc.record({ kind: fc.constantFrom("arrives", "taken", "swept", "back"), amount });

/** What the rule books at the address and where the rail pays out, for each step. */
function moved(address: AddressMoney, { kind, amount }: { kind: string; amount: bigint }) {
  switch (kind) {
    case "arrives":
      return { there: amount - alreadySwept(address, amount), hot: alreadySwept(address, amount) };
    case "taken":
      return { there: sweptOf(address, amount) - amount, hot: -sweptOf(address, amount) };
    case "swept":
      return { there: -arrivesFrom(address, amount), hot: arrivesFrom(address, amount) };
    default:
      return { there: comesBackTo(address, amount), hot: -comesBackTo(address, amount) };
  }
}

const sums = { arrives: [1n, 0n], taken: [-1n, 0n], swept: [0n, 1n], back: [0n, -1n] } as const;

test("whatever the order in which it is told, both places hold what the sums of the address say", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let address: AddressMoney = { arrived: 0n, swept: 0n };
      let [there, hot] = [0n, 0n];
      for (const { kind, amount } of steps) {
        const [arrived, swept] = sums[kind];
        const next = { arrived: address.arrived + arrived * amount, swept: address.swept + swept * amount };
        // No more is taken back than had arrived, and no more comes back than was swept.
        if (next.arrived < 0n || next.swept < 0n) continue;
        const change = moved(address, { kind, amount });
        [there, hot, address] = [there + change.there, hot + change.hot, next];
        expect([there, hot]).toEqual([lyingIn(address), address.arrived - lyingIn(address)]);
      }
    }),
  );
});
