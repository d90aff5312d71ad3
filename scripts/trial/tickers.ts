import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod/v4";
import { type FeedServer, feedServer } from "../../tests/support/market/feed-server.ts";

/** The feeds of a trial. Their answers have no time in them: the site's clock can be moved, that of a ticker cannot. */
export const tickerNames = ["kraken", "coinbase", "binance"] as const;
export const tickerSymbols = ["USDT", "ETH"] as const;
type TickerName = (typeof tickerNames)[number];
type TickerSymbol = (typeof tickerSymbols)[number];

/** Dollars for one, when a trial starts. */
const firstPrices: Readonly<Record<TickerSymbol, number>> = { USDT: 0.999, ETH: 2800 };
/** Greatest change of a price within a step, and greatest distance of a ticker from it. */
const step = 0.0002;
const distance = 0.0004;
/** Share of the way back to the first price within a step, so that a long trial stays near it. */
const pull = 0.001;
const stepMs = 2000;
const publishMs = 250;

/** Prices of single tickers that were set by hand, decimal text as the ticker quotes it. */
const setPrices = z.partialRecord(z.enum(tickerNames), z.partialRecord(z.enum(tickerSymbols), z.string()));
type SetPrices = z.output<typeof setPrices>;

export type Tickers = {
  /** For `RATE_FEEDS`. */
  setting: string;
  /** From now on prices change slowly, by chance. Before that they stand still. */
  walk(): void;
  /** The same as `setTickerPrice`, at once. */
  set(name: TickerName, symbol: TickerSymbol, price: string | null): void;
  stop(): Promise<void>;
};

/**
 * Local servers that answer in the formats of real feeds with sample prices. `file`: the prices of `setTickerPrice`, which go
 * before the others.
 */
export async function startTickers(file: string): Promise<Tickers> {
  const servers = await Promise.all(tickerNames.map((name) => feedServer(name, () => new Date())));
  const prices = new Map(tickerSymbols.map((symbol) => [symbol, firstPrices[symbol]]));
  const offsets = new Map<string, number>();
  const publish = () => {
    const typed = readSetPrices(file);
    for (const server of servers) {
      for (const symbol of tickerSymbols) {
        const offset = offsets.get(`${server.name} ${symbol}`) ?? 0;
        const text = typed[server.name as TickerName]?.[symbol] ?? quoted(server, prices, symbol, 1 + offset);
        server.prices.set(symbol, text);
      }
    }
  };
  publish();
  const timers = [setInterval(publish, publishMs)];
  return {
    setting: servers.map(({ name, origin }) => `${name}=${origin}`).join(","),
    walk() {
      timers.push(
        setInterval(() => {
          for (const [symbol, price] of prices)
            prices.set(symbol, price * (1 + byChance(step)) + (firstPrices[symbol] - price) * pull);
          for (const name of tickerNames)
            for (const symbol of tickerSymbols) offsets.set(`${name} ${symbol}`, byChance(distance));
        }, stepMs),
      );
    },
    set(name, symbol, price) {
      setTickerPrice(file, name, symbol, price);
      publish();
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

/** Sets the price that one ticker answers, as it quotes it: Binance in USDT, the others in dollars. Null: made up again. */
export function setTickerPrice(file: string, name: TickerName, symbol: TickerSymbol, price: string | null): void {
  const { [symbol]: _, ...others } = readSetPrices(file)[name] ?? {};
  const ofTicker = price === null ? others : { ...others, [symbol]: price };
  // Renamed, so that a reader has all of it.
  writeFileSync(`${file}.new`, JSON.stringify({ ...readSetPrices(file), [name]: ofTicker }));
  renameSync(`${file}.new`, file);
}

function readSetPrices(file: string): SetPrices {
  return existsSync(file) ? setPrices.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
}

function quoted(
  { name }: FeedServer,
  prices: ReadonlyMap<TickerSymbol, number>,
  symbol: TickerSymbol,
  factor: number,
): string {
  const unit = name === "binance" ? (prices.get("USDT") ?? 1) : 1;
  return (((prices.get(symbol) ?? 1) / unit) * factor).toFixed(6);
}

/** Evenly between minus `most` and `most`. */
const byChance = (most: number) => (Math.random() * 2 - 1) * most;
