import { acceptPrices } from "../../../upstream/market/prices/accept-prices.ts";
import { ownerDatabase } from "../service/database.ts";
import type { Chance } from "../simulation/chance.ts";
import { failures, lies } from "./feed-server.ts";
import { type MarketExchange, usualPrices } from "./market-exchange.ts";

/** Pairs whose prices a story watches, by the symbols of both sides. */
const watched = [
  { pair: "usdt-trc20_paypal-usd", from: "USDT", to: "USD" },
  { pair: "btc_paypal-usd", from: "BTC", to: "USD" },
  { pair: "usdt-trc20_paypal-eur", from: "USDT", to: "EUR" },
] as const;
type Watched = (typeof watched)[number];

/** What honest feeds have said of a symbol, and when they were asked. */
type Saying = { symbol: string; price: number; at: number };

/** All that honest feeds have said, and for how long a price counts after it was true. */
type HeardPrices = { sayings: Saying[]; memoryMs: number };

/** Prices older than this count for nothing: the greatest age, and the round in which it is noticed. */
const usualMemoryMs = 150_000;
/** Where feeds are stale: the five minutes until that is noticed, and the greatest age. */
const lagMemoryMs = 430_000;
/** The greatest distance between sources that agree, and the rounding of a test's own arithmetic. */
const tolerance = 0.0101;
const steps = 6;
/** A feed that fails slowly costs real time, so it is rare. */
const slowFailures = ["slow", "drip"] as const;
const quickFailures = failures.filter((failure) => failure !== "slow" && failure !== "drip");

export type StoryOutcome = { quotes: number; pauses: number };

/** Which feeds of a story lie, or are stale from its second step on, when the market jumps, and how much time its steps take. */
type Plot = Pick<HeardPrices, "memoryMs"> & {
  liar: string | null;
  laggards: readonly string[];
  jumpAt: number | null;
  passes: readonly number[];
};

/**
 * In a third of the stories the two tickers without times repeat their last answers, from just before the market jumps. They do not fail
 * before that: the age of a feed's first price is unknown, so it counts for five minutes (record 228).
 */
function plotOf(chance: Chance): Plot {
  if (chance.percent(33)) {
    const laggards = ["kraken", "coinbase"];
    return { liar: null, laggards, jumpAt: 2, passes: [120, 180, 300], memoryMs: lagMemoryMs };
  }
  const liar = chance.percent(80) ? chance.pick(["kraken", "coinbase", "bitstamp"]) : null;
  const jumpAt = chance.percent(30) ? chance.between(2, steps) : null;
  return { liar, laggards: [], jumpAt, passes: [15, 15, 30, 60], memoryMs: usualMemoryMs };
}

/**
 * Prices move, feeds fail at random, and one of the three tickers lies, or two stand still, for the whole story. Throws where a
 * rate leaves what honest feeds have said lately by more than the spread, where a quote has another rate, or where pairs do not
 * open once all feeds are well.
 */
export async function tellStory(service: MarketExchange, chance: Chance): Promise<StoryOutcome> {
  const outcome = { quotes: 0, pauses: 0 };
  await forget(service);
  const truth = new Map(Object.entries(usualPrices).map(([symbol, price]) => [symbol, Number(price)]));
  const { liar, laggards, jumpAt, passes, memoryMs } = plotOf(chance);
  const heard: HeardPrices = { sayings: [], memoryMs };
  for (let step = 1; step <= steps; step += 1) {
    move(truth, chance, step === jumpAt);
    const latest: Omit<Saying, "at">[] = [];
    for (const feed of Object.values(service.feeds)) {
      const isLaggard = laggards.includes(feed.name);
      const isLagging = step > 1 && isLaggard;
      say(service, latest, { name: feed.name, isHonest: feed.name !== liar && !isLagging, truth, chance });
      const honest = isLaggard ? null : failure(chance);
      feed.misbehaves = feed.name === liar ? lie(chance) : isLagging ? "lag" : honest;
    }
    await service.pass(chance.pick(passes));
    // A price is as old as the answer that brought it.
    const at = service.ctx.clock.now().getTime();
    heard.sayings.push(...latest.map((saying) => ({ ...saying, at })));
    await roundWithQuote(service, heard, outcome);
    check(service, heard, outcome);
  }
  for (const feed of Object.values(service.feeds)) feed.misbehaves = null;
  await opens(service, truth);
  return outcome;
}

async function forget({ ctx }: MarketExchange): Promise<void> {
  // The service's role may not delete what was accepted.
  const owner = await ownerDatabase();
  for (const table of ["market_price", "feed_price", "price_feed"]) await owner.query(`delete from ${table}`);
  ctx.market.changed();
  await ctx.market.snapshot();
}

/** By at most 0.3 % a step; a jump is 12 %. The euro stands still, as the ECB's rate of the day does. */
function move(truth: Map<string, number>, chance: Chance, isJump: boolean): void {
  for (const symbol of ["USDT", "BTC"]) {
    const factor = isJump && symbol === "BTC" ? chance.pick([0.88, 1.12]) : 1 + (chance.next() - 0.5) * 0.006;
    truth.set(symbol, (truth.get(symbol) ?? 1) * factor);
  }
}

type Speaker = { name: string; isHonest: boolean; truth: ReadonlyMap<string, number>; chance: Chance };

/** Each feed has its own prices, at most 0.2 % from the true ones. */
function say(service: MarketExchange, latest: Omit<Saying, "at">[], { name, isHonest, truth, chance }: Speaker): void {
  for (const [symbol, price] of truth) {
    const feedPrice = price * (1 + (chance.next() - 0.5) * 0.004);
    const text = feedPrice.toFixed(8);
    service.feeds[name]?.prices.set(symbol, text);
    if (isHonest) latest.push({ symbol, price: Number(text) });
  }
}

const lie = (chance: Chance) => (chance.percent(70) ? chance.pick(lies) : chance.pick(quickFailures));
function failure(chance: Chance) {
  if (chance.percent(3)) return chance.pick(slowFailures);
  return chance.percent(15) ? chance.pick(quickFailures) : null;
}

/** A quote is asked for while the feeds are. */
async function roundWithQuote(service: MarketExchange, heard: HeardPrices, outcome: StoryOutcome): Promise<void> {
  const { ctx } = service;
  const asking = service.askFeeds();
  const response = await service.call("exchangeQuote", {
    query: { from: "usdt-trc20", to: "paypal-usd", amount: "500", side: "from" },
  });
  if (response.status === 200) {
    outcome.quotes += 1;
    bounded(heard, watched[0], Number(response.reply().data.reference_rate), ctx.clock.now());
  } else if (response.problem().code !== "pair_paused") throw new Error(`A quote answered ${response.problem().code}`);
  await asking;
  await acceptPrices(ctx);
  ctx.market.changed();
  await ctx.market.snapshot();
}

function check(service: MarketExchange, heard: HeardPrices, outcome: StoryOutcome): void {
  for (const watchedPair of watched) {
    const rate = service.rate(watchedPair.pair);
    if (rate === undefined) outcome.pauses += 1;
    else bounded(heard, watchedPair, Number(rate), service.ctx.clock.now());
  }
}

function bounded({ sayings, memoryMs }: HeardPrices, { pair, from, to }: Watched, rate: number, now: Date): void {
  const since = now.getTime() - memoryMs;
  const range = (symbol: string): [number, number] => {
    if (symbol === "USD") return [1, 1];
    const prices = sayings.filter((saying) => saying.symbol === symbol && (saying.at >= since || symbol === "EUR"));
    const values = prices.map(({ price }) => price);
    return [Math.min(...values) * (1 - tolerance), Math.max(...values) * (1 + tolerance)];
  };
  const [[low, high], [lowest, highest]] = [range(from), range(to)];
  if (rate < (low / highest) * 0.99999 || rate > high / lowest)
    throw new Error(`${pair} is sold at ${rate}, beyond ${low / highest} and ${high / lowest}`);
}

/** Once all feeds are well, every pair has its true price again within the time that confirms a jump, without anybody's help. */
async function opens(service: MarketExchange, truth: ReadonlyMap<string, number>): Promise<void> {
  for (const [symbol, price] of truth)
    for (const feed of Object.values(service.feeds)) feed.prices.set(symbol, price.toFixed(8));
  const isOpen = () =>
    watched.every(({ pair, from, to }) => {
      const rate = (truth.get(from) ?? 1) / (to === "USD" ? 1 : (truth.get(to) ?? 1));
      return Math.abs(Number(service.rate(pair)) / rate - 1) < 0.003;
    });
  for (let round = 0; round < 24 && !isOpen(); round += 1) await service.rounds(15);
  if (!isOpen()) throw new Error("A pair did not open by itself");
}
