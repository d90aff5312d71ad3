import { describe, expect, test } from "vitest";
import { type Asked, flood, simulatedProcess } from "../../../tests/support/site/simulated-process.ts";
import type { AdmissionOutcome } from "./admission.ts";
import { type Urgency, urgencies } from "./waiting-line.ts";

const process = ({ workMs, ...rules }: { workMs: number; mostRunning?: number; answersAfterMs?: number }) =>
  simulatedProcess({ workAt: () => ({ startMs: workMs }), ...rules });

const share = (asked: readonly Asked[], urgency: Urgency) => {
  const ofUrgency = asked.filter((request) => request.urgency === urgency);
  return ofUrgency.filter(({ outcome }) => outcome === "admitted").length / ofUrgency.length;
};
const waits = (asked: readonly Asked[], outcome: AdmissionOutcome) =>
  asked.filter((request) => request.outcome === outcome).map(({ atMs, decidedMs }) => decidedMs - atMs);

describe("without overload", () => {
  test("work starts at once, and everything that arrives is admitted", async () => {
    const site = process({ workMs: 10 });
    await flood(site, { order: 10, change: 10, browse: 60 }, 20);
    expect(new Set(site.asked.map(({ outcome }) => outcome))).toEqual(new Set(["admitted"]));
    expect(Math.max(...waits(site.asked, "admitted"))).toBeLessThan(100);
    expect(site.admission.figures()).toMatchObject({ running: 0, waiting: 0, admitted: site.asked.length });
  });

  test.each([1, 10, 20])("sixty visitors who come at once are all admitted, at %i ms each", async (workMs) => {
    const site = process({ workMs });
    for (let at = 0; at < 20; at += 1) for (const urgency of urgencies) site.ask(urgency);
    while (site.admission.figures().waiting > 0) await site.turn();
    expect(site.asked.filter(({ outcome }) => outcome !== "admitted")).toEqual([]);
  });
});

describe.each([2, 10, 25, 40])("three times what can be carried, at %i ms each", (workMs) => {
  const capacity = 1000 / workMs;

  test("the admitted start within a second and a half, and 99 of 100 refusals are given at once", async () => {
    const site = process({ workMs });
    await flood(site, { order: capacity * 0.4, change: capacity * 0.6, browse: capacity * 2 }, 30);
    expect(Math.max(...waits(site.asked, "admitted"))).toBeLessThanOrEqual(1500);
    const refusals = waits(site.asked, "refused");
    expect(refusals.filter((ms) => ms <= workMs).length).toBeGreaterThan(refusals.length * 0.99);
    expect(site.asked.filter(({ outcome }) => outcome === "admitted").length).toBeGreaterThan(capacity * 30 * 0.9);
  });

  test("browsing is refused first, orders in progress last, and nobody is locked out", async () => {
    const site = process({ workMs });
    await flood(site, { order: capacity * 0.4, change: capacity * 0.6, browse: capacity * 2 }, 30);
    expect(share(site.asked, "order")).toBe(1);
    expect(share(site.asked, "change")).toBeGreaterThan(0.5);
    expect(share(site.asked, "browse")).toBeGreaterThan(0.05);
    expect(share(site.asked, "browse")).toBeLessThan(0.2);
  });
});

describe("the line", () => {
  test("at most so many are worked on at once: a slow service gets no more", async () => {
    const site = process({ workMs: 0, mostRunning: 3, answersAfterMs: 200 });
    let most = 0;
    for (let at = 0; at < 8; at += 1) site.ask("browse", () => false, `198.51.${at}.1`);
    while (site.admission.figures().waiting > 0) {
      await site.turn();
      most = Math.max(most, site.admission.figures().running);
    }
    expect(most).toBe(3);
    expect(site.asked.map(({ atMs, decidedMs }) => Math.floor((decidedMs - atMs) / 200))).toEqual([
      ...[0, 0, 0, 1, 1, 1, 2, 2],
    ]);
  });

  test("one network gets a fifth of the places, and all of them once it is known that the thread waits", async () => {
    const site = process({ workMs: 0, mostRunning: 10, answersAfterMs: 200 });
    for (let at = 0; at < 12; at += 1) site.ask("browse", () => false, "203.0.113.7");
    await site.idle();
    expect(site.asked.map(({ atMs, decidedMs }) => Math.floor((decidedMs - atMs) / 200))).toEqual([
      ...[0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    ]);
  });

  test("a visitor who left while waiting is not worked on", async () => {
    const site = process({ workMs: 10 });
    let isGone = false;
    const [, left, stayed] = [site.ask("browse"), site.ask("order", () => isGone), site.ask("browse")];
    isGone = true;
    await site.turn();
    expect([left?.outcome, stayed?.outcome]).toEqual(["gone", "admitted"]);
    expect(site.admission.figures()).toMatchObject({ admitted: 2, waiting: 0 });
  });

  test("an order in progress starts before pages that came earlier", async () => {
    const site = process({ workMs: 10 });
    const [, page, order] = [site.ask("browse"), site.ask("browse"), site.ask("order")];
    await site.turn();
    await site.turn();
    expect(order?.decidedMs).toBeLessThan(page?.decidedMs ?? 0);
  });

  test("one that waited 1.8 s is refused instead of worked on", async () => {
    const site = process({ workMs: 0, mostRunning: 1, answersAfterMs: 2000 });
    const [, second] = [site.ask("browse"), site.ask("browse")];
    while (site.admission.figures().waiting > 0) await site.turn(50);
    expect(second?.outcome).toBe("refused");
    expect(site.admission.figures().refused).toEqual({ order: 0, change: 0, browse: 1 });
  });

  test("a page is rendered in a turn of its own, before the next request starts", async () => {
    const site = process({ workMs: 0 });
    const [, , third] = [site.ask("browse"), site.ask("browse"), site.ask("browse")];
    await site.turn();
    const rendered: string[] = [];
    for (const page of ["first", "second"]) void site.admission.turn().then(() => rendered.push(page));
    await site.turn();
    expect([rendered, third?.outcome]).toEqual([["first"], "gone"]);
    await site.turn();
    expect([rendered, third?.outcome]).toEqual([["first", "second"], "gone"]);
    await site.turn();
    expect(third?.outcome).toBe("admitted");
  });

  test("a pause of the process does not close it to the next visitors", async () => {
    const slow = process({ workMs: 3000 });
    slow.ask("browse");
    slow.ask("browse");
    for (let at = 0; at < 4; at += 1) await slow.turn();
    const after = Array.from({ length: 4 }, () => slow.ask("browse"));
    expect(after.filter(({ outcome }) => outcome === "refused")).toEqual([]);
  });
});
