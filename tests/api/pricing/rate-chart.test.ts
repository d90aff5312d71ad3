import { parseHTML } from "linkedom";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { textsFor } from "../../../app/i18n/texts/texts.server.ts";
import { TextsProvider } from "../../../app/i18n/translation.ts";
import { RateHistoryCard } from "../../../app/routes/($lang).pairs.$slug/rate-history-card.tsx";
import type { HistoryPeriod } from "../../../contract/market/history-periods.ts";
import { type Lang, languages } from "../../../contract/values/languages.ts";
import { recordRates } from "../../../upstream/orders/quotes/rate-history.ts";
import { pairId } from "../../support/orders/market-changes.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

test("a pair with two days of rates has a chart with a table of the same points beside it, and a sentence before", async () => {
  const service = await exchange();
  await recordRates(service.ctx);
  for (const lang of languages) {
    const { card } = await cardOf(service, lang, "week");
    expect(card.querySelector("[role=img], table")).toBeNull();
    expect(card.textContent).toMatch({ en: /recorded every hour since/, ru: /каждый час с/ }[lang]);
  }
  for (let hour = 0; hour < 60; hour += 6) {
    await service.pass(6 * 3600);
    await recordRates(service.ctx);
  }
  for (const lang of languages) {
    for (const period of ["day", "week", "month"] as const) {
      const { card, points } = await cardOf(service, lang, period);
      // The market's and ours; the area between is behind them.
      const curves = [...card.querySelectorAll('[role="img"][aria-label] [fill="none"] path')];
      expect(curves, period).toHaveLength(2);
      for (const curve of curves) expect(curve.getAttribute("d")?.match(/[ML]/g)).toHaveLength(points.length);
      const rows = [...card.querySelectorAll("tbody tr")];
      const times = rows.map((row) => row.querySelector("time")?.getAttribute("dateTime"));
      expect(times).toEqual(points.map(({ at }) => at).reverse());
      for (const row of rows) expect(row.querySelectorAll("td")[1]?.textContent).toMatch(/^\d[.,]\d+\sUSD$/);
    }
  }
});

async function cardOf({ call }: Exchange, lang: Lang, period: HistoryPeriod) {
  const { assets, pairs } = (await call("exchangePairs")).reply().data;
  const history = (await call("exchangeRateHistory", { query: { pair: pairId, period } })).reply().data;
  const assetById = Object.fromEntries(assets.map((asset) => [asset.id, asset]));
  const pair = pairs.find(({ id }) => id === pairId);
  const [from, to] = [assetById[pair?.from ?? ""], assetById[pair?.to ?? ""]];
  if (!pair || !from || !to) throw new Error("The pair is not sold");
  const page = { pair, from, to, assets: assetById, others: [], period, history, rules: null };
  const card = createElement(TextsProvider, { value: textsFor(lang) }, createElement(RateHistoryCard, { page }));
  const { document } = parseHTML(`<html><body>${renderToStaticMarkup(card)}</body></html>`);
  return { card: document.body, points: history.points };
}
