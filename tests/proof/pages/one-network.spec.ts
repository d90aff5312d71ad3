import { expect, test } from "@playwright/test";
import { ask } from "../../support/service/ask.ts";
import { type Site, startSite } from "../../support/site/site.ts";

// Needs a machine without other work: a visitor who cannot be answered in time is refused, whoever causes the load. The suite
// has the same histories on a simulated process (app/server/admission/one-network.test.ts).
/** One network against the site: 48 connections that ask again as soon as they have their answer. */
const connections = 48;
const visitors = Array.from({ length: 12 }, (_, at) => `192.0.2.${at + 1}`);

const groups = <Item>(items: readonly Item[], size: number) =>
  Array.from({ length: items.length / size }, (_, at) => items.slice(at * size, (at + 1) * size));

const attacks: Record<string, (at: number) => { from: string; path: string; headers?: Record<string, string> }> = {
  "one address, orders that it invents": (at) => ({
    from: "203.0.113.7",
    path: `/En/order/X${at.toString(36).toUpperCase().padStart(9, "0")}`,
    headers: { Cookie: `orders=invented-${at}` },
  }),
  "a /24, queries that no page reads": (at) => ({ from: `203.0.113.${at % 250}`, path: `/En?x=${at}` }),
  "a /48, promo codes that are looked up": (at) => ({
    from: `2001:db8:1:${(at % 60_000).toString(16)}::1`,
    path: `/En/exchange/usdt-to-paypal?promo=X${at}`,
  }),
};

test.describe("one network presses", () => {
  let site: Site;
  test.beforeAll(async () => {
    site = await startSite({ TRUSTED_PROXIES: "127.0.0.1", PUBLIC_ORIGIN: "http://localhost:3000" });
  });
  test.afterAll(() => site.stop());

  for (const [name, attack] of Object.entries(attacks)) {
    test(`${name}: 12 of 12 visitors at other addresses are answered`, async () => {
      let isOver = false;
      let sent = 0;
      const press = async () => {
        while (!isOver) {
          const { from, path, headers } = attack(sent);
          sent += 1;
          await ask(site, path, { ...headers, "X-Forwarded-For": from }).catch(() => undefined);
        }
      };
      const pressing = Array.from({ length: connections }, press);
      try {
        await expect.poll(() => sent).toBeGreaterThan(connections * 4);
        // A few at a time: a machine that is busy with other work renders a page in a tenth of a second.
        const statuses: number[] = [];
        for (const group of groups(visitors, 3)) {
          const visit = (from: string) => ask(site, `/En/track?visit=${from}`, { "X-Forwarded-For": from });
          statuses.push(...(await Promise.all(group.map(visit))).map(({ status }) => status));
        }
        expect(statuses).toEqual(visitors.map(() => 200));
      } finally {
        isOver = true;
        await Promise.all(pressing);
      }
    });
  }
});
