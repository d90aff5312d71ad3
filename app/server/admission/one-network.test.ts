import { describe, expect, test } from "vitest";
import { type Asked, simulatedProcess } from "../../../tests/support/site/simulated-process.ts";
import type { Urgency } from "./waiting-line.ts";

/** A page of 28 ms, as the site renders one, or several times slower. */
const page = (slower = 1) =>
  simulatedProcess({
    workAt: () => ({ startMs: slower, statements: 12, statementMs: slower, renderMs: 15 * slower }),
  });
const againMs = 100;
type Site = ReturnType<typeof page>;

/** Each of the connections sends its next request as soon as the last one was answered, or soon after it was refused. */
function pressing(site: Site, addresses: (at: number) => string, urgency: Urgency, connections: number) {
  const open: (Asked | undefined)[] = Array.from({ length: connections });
  let sent = 0;
  return () => {
    for (const [at, lastRequest] of open.entries()) {
      if (lastRequest && !(site.now() - lastRequest.decidedMs > againMs)) continue;
      if (lastRequest?.outcome === "admitted" && Number.isNaN(lastRequest.answeredMs)) continue;
      open[at] = site.ask(urgency, () => false, addresses(sent));
      sent += 1;
    }
  };
}

/** Visitors who come together, or one after the other a tenth of a second apart, when others have pressed for a while. */
async function visit(site: Site, press: () => void, visitors: readonly string[], gapMs: number, pressedMs = 3000) {
  const asked: Asked[] = [];
  const startMs = site.now() + pressedMs;
  while (site.now() < startMs + visitors.length * gapMs + 500) {
    press();
    for (; asked.length < visitors.length && site.now() >= startMs + asked.length * gapMs; )
      asked.push(site.ask("browse", () => false, visitors[asked.length] ?? null));
    await site.turn();
  }
  await site.idle();
  return asked;
}

const answered = (asked: readonly Asked[]) => asked.filter(({ outcome }) => outcome === "admitted").length;
const slowest = (asked: readonly Asked[]) => Math.max(...asked.map(({ atMs, answeredMs }) => answeredMs - atMs));
const elsewhere = Array.from({ length: 12 }, (_, at) => `192.0.2.${at + 1}`);
const farApart = Array.from({ length: 12 }, (_, at) => `198.51.${at}.1`);

describe("while 48 connections of one network press", () => {
  test.each<[string, (at: number) => string]>([
    ["one address", () => "203.0.113.7"],
    ["a whole /24", (at) => `203.0.113.${at % 256}`],
    ["a whole /48", (at) => `2001:db8:1:${(at % 65_536).toString(16)}::1`],
  ])("%s: all 12 visitors at other addresses are answered, within two seconds", async (_, addresses) => {
    for (const visitors of [elsewhere, farApart]) {
      for (const gapMs of [0, 100]) {
        const site = page();
        const asked = await visit(site, pressing(site, addresses, "browse", 48), visitors, gapMs);
        expect(answered(asked)).toBe(12);
        expect(slowest(asked)).toBeLessThan(2000);
      }
    }
  });

  test.each([1, 2, 3, 4])(
    "on a machine that is %i times slower, visitors who come when they have hardly begun are answered",
    async (slower) => {
      for (const pressedMs of [0, 250, 500, 1000]) {
        const site = page(slower);
        const press = pressing(site, () => "203.0.113.7", "browse", 48);
        expect(answered(await visit(site, press, elsewhere, 0, pressedMs))).toBe(12);
      }
    },
  );

  test("a visitor in the same /24 as the one address is answered too", async () => {
    const site = page();
    const asked = await visit(
      site,
      pressing(site, () => "192.0.2.250", "browse", 48),
      elsewhere,
      0,
    );
    expect(answered(asked)).toBe(12);
  });

  test("with something of their own to show, which makes their requests urgent: the visitors who only look are answered", async () => {
    const site = page();
    const asked = await visit(
      site,
      pressing(site, () => "203.0.113.7", "order", 48),
      elsewhere,
      0,
    );
    expect(answered(asked)).toBe(12);
  });

  test("without anybody else it gets all there is", async () => {
    const site = page();
    await visit(
      site,
      pressing(site, () => "203.0.113.7", "browse", 48),
      [],
      0,
    );
    const perSecond = (site.admission.figures().admitted * 1000) / site.now();
    expect(perSecond).toBeGreaterThan(0.7 * (1000 / 28));
  });
});

test.each([10, 200])(
  "while %i networks press with 2 connections each, a visitor who looks now and then is answered",
  async (networks) => {
    const site = page();
    const press = pressing(site, (at) => `10.0.${at % networks}.1`, "browse", networks * 2);
    const asked = await visit(site, press, farApart, 100, 20_000);
    expect(answered(asked)).toBeGreaterThanOrEqual(11);
  },
);
