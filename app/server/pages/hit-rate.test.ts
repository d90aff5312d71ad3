import { expect, test } from "vitest";
import { cachedSite, page } from "../../../tests/support/site/cached-site.ts";
import { noLimit } from "./address-limit.ts";
import { marketVersion } from "./market-version.ts";

const paths = ["/En", "/Ru", "/En/exchange/usdt-to-paypal", "/Ru/exchange/usdt-to-paypal"];
const seconds = 20;
const ordersPerSecond = 10;

/** The part of visits that got a page from memory while each order changes a reserve, and so the text of every page. */
async function hitRate(visitsPerSecond: number): Promise<number> {
  let elapsedMs = 1;
  const reserve = () => String(Math.floor((elapsedMs * ordersPerSecond) / 1000));
  const market = marketVersion(async () => ({ market: reserve(), maintenance: "null" }));
  const site = await cachedSite(page, undefined, undefined, { limit: noLimit, market });
  let hits = 0;
  const visits = seconds * visitsPerSecond;
  for (let at = 0; at < visits; at += 1) {
    elapsedMs = site.state.elapsedMs = 1 + Math.round((at * 1000) / visitsPerSecond);
    const renderedBefore = site.rendered.length;
    const { text } = await site.ask(paths[at % paths.length] ?? "");
    // Rendered for this visitor, who has waited for it.
    if (Number(/<p>(\d+)/.exec(text)?.[1]) <= renderedBefore) hits += 1;
  }
  site.stop();
  return hits / visits;
}

test("under ten orders a second, more than nine visits of ten get a page from memory", async () => {
  expect(await hitRate(20)).toBeGreaterThan(0.9);
});
