import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";
import { fairUse, shareOf } from "./fair-use.ts";
import { networksOf } from "./networks.ts";

const places = 10;

/** Places that are given to who waits, as long as one is free. */
function shared() {
  let nowMs = 0;
  const use = fairUse({ elapsedMs: () => nowMs, most: places });
  const queue = new FairQueue<string>(use);
  const running: string[] = [];
  return {
    use,
    queue,
    running,
    ask: (address: string) => queue.add(networksOf(address), address),
    pass: (ms: number) => {
      nowMs += ms;
    },
    start() {
      if (running.length >= places) return undefined;
      const next = queue.next();
      if (!next) return undefined;
      use.begins(next.networks);
      running.push(next.item);
      return next;
    },
    end(at: number) {
      const [address] = running.splice(at, 1);
      if (address !== undefined) use.ends(networksOf(address));
    },
  };
}

const address = fc
  .tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 1, max: 4 }))
  .map(([network, host]) => (network === 0 ? `2001:db8:9:${host}::1` : `198.51.${network}.${host}`));
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("ask" as const), address }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("start" as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("end" as const), at: fc.nat(places - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.nat(30_000) }) },
);

describe("places and turns", () => {
  test("no network above a fifth is given one while another below its fifth waits, and none stays free while somebody waits", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const site = shared();
        for (const nextStep of steps) {
          if (nextStep.kind === "ask") site.ask(nextStep.address);
          else if (nextStep.kind === "pass") site.pass(nextStep.ms);
          else if (nextStep.kind === "end") site.end(nextStep.at);
          else {
            const mayStart = site.queue.length > 0 && site.running.length < places;
            const modestWaits = site.queue.hasModest();
            const before = new Map(site.running.map((running) => [networksOf(running).above, 0]));
            for (const running of site.running) {
              const { above } = networksOf(running);
              before.set(above, (before.get(above) ?? 0) + 1);
            }
            const wasAtShare = new Set(
              [...before].filter(([, held]) => held >= shareOf(places)).map(([above]) => above),
            );
            const started = site.start();
            expect(started !== undefined).toBe(mayStart);
            if (started && modestWaits) expect(wasAtShare.has(started.networks.above)).toBe(false);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("of ten networks that always want turns, each gets a tenth, however many addresses and requests it has", () => {
    const site = shared();
    const had = new Map<string, number>();
    // The first network rotates 200 addresses and asks ten times as often.
    const addresses = Array.from({ length: 10 }, (_, network) =>
      Array.from({ length: network === 0 ? 200 : 20 }, (__, host) => `198.51.${network}.${host % 250}`),
    ).flat();
    for (const waitingAddress of addresses) site.ask(waitingAddress);
    for (let turn = 0; turn < 100; turn += 1) {
      const { networks } = site.start() ?? expect.fail("nobody starts");
      had.set(networks.above, (had.get(networks.above) ?? 0) + 1);
      site.end(0);
      site.pass(20);
    }
    expect([...had.values()].every((turns) => turns >= 9 && turns <= 11)).toBe(true);
  });

  test("one network alone gets every place; from then on those free go to the others", () => {
    const site = shared();
    for (let at = 0; at < 30; at += 1) site.ask("203.0.113.7");
    while (site.start());
    expect(site.running).toHaveLength(places);
    for (let at = 0; at < 4; at += 1) site.ask(`192.0.2.${at}`);
    for (let at = 0; at < 4; at += 1) {
      site.end(0);
      site.start();
    }
    expect(site.running.filter((runningAddress) => runningAddress.startsWith("192.0.2."))).toHaveLength(4);
    site.end(0);
    site.start();
    expect(site.running.filter((runningAddress) => runningAddress === "203.0.113.7")).toHaveLength(6);
  });

  test("an address that waits for one is ahead of all that a greedy address of its own network wants", () => {
    const site = shared();
    for (let at = 0; at < 30; at += 1) site.ask("203.0.113.7");
    while (site.start());
    site.ask("203.0.113.8");
    expect(site.queue.ahead(networksOf("203.0.113.9"))).toBe(1);
    site.end(0);
    expect(site.start()?.item).toBe("203.0.113.8");
  });

  test("who left is taken out, wherever it stood", () => {
    const site = shared();
    for (const waitingAddress of ["192.0.2.1", "192.0.2.1", "192.0.2.2"]) site.ask(waitingAddress);
    expect(site.queue.remove(networksOf("192.0.2.2"), "192.0.2.2")).toBe(true);
    expect(site.queue.remove(networksOf("192.0.2.2"), "192.0.2.2")).toBe(false);
    site.queue.drop((item) => item === "192.0.2.1");
    expect([site.queue.length, site.queue.next()]).toEqual([0, undefined]);
  });
});
