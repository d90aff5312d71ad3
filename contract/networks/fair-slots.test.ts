import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fairSlots } from "./fair-slots.ts";
import { shareOf } from "./fair-use.ts";
import { networksOf } from "./networks.ts";

const most = 20;

function held() {
  const slots = fairSlots(most);
  const open: { address: string; size: number; release(): void }[] = [];
  const sumOf = (above: string) =>
    open.filter(({ address }) => networksOf(address).above === above).reduce((sum, { size }) => sum + size, 0);
  return {
    slots,
    open,
    sumOf,
    take(address: string, size = 1) {
      const holder = { address, size, release: () => {} };
      const slot = slots.take(networksOf(address), size, () => void open.splice(open.indexOf(holder), 1));
      if (!slot) return null;
      holder.release = () => {
        slot.release();
        open.splice(open.indexOf(holder), 1);
      };
      open.push(holder);
      return slot;
    },
  };
}

const address = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 4 }))
  .map(([network, host]) => `198.51.${network}.${host}`);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ address, size: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ release: fc.nat(most) }) },
);

describe("what is held for long", () => {
  test("is never more than there is; who is refused or has to end has its share or more, and nobody is refused while it is free", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
        const site = held();
        for (const nextStep of steps) {
          if ("release" in nextStep) site.open[nextStep.release]?.release();
          else {
            const { above } = networksOf(nextStep.address);
            const isFree = site.slots.held() + nextStep.size <= most;
            const before = [...site.open];
            const sums = new Map(before.map(({ address: other }) => [networksOf(other).above, 0]));
            for (const name of sums.keys()) sums.set(name, site.sumOf(name));
            const taken = site.take(nextStep.address, nextStep.size);
            if (isFree) expect(taken).not.toBeNull();
            const ended = before.filter((other) => !site.open.includes(other));
            for (const { address: other } of ended) {
              const name = networksOf(other).above;
              if (name !== above) expect(sums.get(name)).toBeGreaterThan(shareOf(most));
            }
          }
          expect(site.slots.held()).toBeLessThanOrEqual(most);
          expect(site.slots.held()).toBe(site.open.reduce((sum, { size }) => sum + size, 0));
        }
      }),
      { numRuns: 300 },
    );
  });

  test("one network may have all of it until others come: each of them gets up to a fifth, from the oldest of the greedy one", () => {
    const site = held();
    for (let at = 0; at < 30; at += 1) site.take("203.0.113.7");
    expect(site.sumOf("203.0.113.0/24")).toBe(most);
    for (const network of [1, 2, 3, 4]) for (let at = 0; at < 9; at += 1) site.take(`198.51.${network}.1`);
    expect([1, 2, 3, 4].map((network) => site.sumOf(`198.51.${network}.0/24`))).toEqual([4, 4, 4, 4]);
    expect(site.sumOf("203.0.113.0/24")).toBe(4);
  });

  test("an address takes from a greedier one of its own network", () => {
    const site = held();
    for (let at = 0; at < 30; at += 1) site.take("203.0.113.7");
    expect(site.take("203.0.113.8")).not.toBeNull();
    expect(site.take("203.0.113.7")).toBeNull();
    expect(site.sumOf("203.0.113.0/24")).toBe(most);
  });

  test("a part that grows takes what it needs by the same rule, and keeps what it has where it may not", () => {
    const site = held();
    const greedy = site.take("203.0.113.7", 15);
    const other = site.take("192.0.2.1", 1);
    expect(other?.resize(4)).toBe(true);
    expect(greedy?.resize(18)).toBe(false);
    expect(site.slots.held()).toBe(19);
    expect(other?.resize(2)).toBe(true);
    expect(site.slots.held()).toBe(17);
  });
});
