import { z } from "zod/v4";
import { formatPercent } from "../../../app/i18n/format.ts";
import { BackOffice } from "../people/back-office.ts";
import { Visitor } from "../people/visitor.ts";
import { expect } from "../setup/expect.ts";
import { PaypalDesk } from "./paypal-desk.ts";
import { test } from "./trial-site.ts";

const calculator = "/exchange/usdt-to-paypal?from=usdt-erc20&to=paypal-usd&amount=100&side=from";
/** How often a source is asked. */
const periodSeconds = 15;

test("pages have prices of local tickers; a pair pauses while they disagree, and opens by itself", async ({
  page,
  trial,
  lang,
}) => {
  const [visitor, desk, office] = [new Visitor(page, lang), await PaypalDesk.of(trial), new BackOffice(trial.site)];
  await visitor.opens("");
  const sources = visitor.say("home:rates.from.both", { source: "Kraken, Coinbase, Binance" });
  expect(await page.getByText(sources).first().textContent()).toMatch(/\d\d:\d\d/);
  // 300 basis points of margin and 50 of service fee: 1 - 0.97 x 0.995.
  const cost = visitor.say("summary:market", { percent: formatPercent(lang, "3.5") });
  await visitor.opens(calculator);
  await expect(page.getByText(cost).filter({ visible: true })).toHaveCount(1);

  trial.tickers.set("coinbase", "USDT", "0.95");
  await office.passes(periodSeconds);
  const paused = visitor.say("calculator:problem.paused");
  await expect(async () => {
    await visitor.opens(calculator);
    expect(await page.getByText(paused).count()).toBeGreaterThan(0);
  }).toPass({ intervals: [250] });
  await expect(page.getByText(cost)).toHaveCount(0);
  const reasons = await pauseReasons(desk);
  expect(reasons.get("usdt-erc20_paypal-usd")).toMatch(/^spread: /);
  // Two of its three sources are in dollars; the third one quotes in USDT.
  expect(reasons.get("eth_paypal-usd")).toBeNull();

  trial.tickers.set("coinbase", "USDT", null);
  await office.passes(periodSeconds);
  await expect(async () => {
    await visitor.opens(calculator);
    expect(await page.getByText(cost).count()).toBeGreaterThan(0);
  }).toPass({ intervals: [250] });
  await expect(page.getByText(paused)).toHaveCount(0);
});

const rateList = z.object({
  data: z.object({ pairs: z.array(z.object({ pair: z.string(), paused: z.string().nullish() })) }),
});

/** As an operator reads them. */
async function pauseReasons(desk: PaypalDesk): Promise<Map<string, string | null | undefined>> {
  const { pairs } = rateList.parse(JSON.parse(await desk.as("anna", "--json", "rates", "list"))).data;
  return new Map(pairs.map(({ pair, paused }) => [pair, paused]));
}
