import { feedsOf } from "../../../upstream/market/feeds/listed-feeds.ts";
import { refreshFeed } from "../../../upstream/market/feeds/refresh-feed.ts";
import { acceptPrices } from "../../../upstream/market/prices/accept-prices.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { type Exchange, exchange } from "../service/exchange.ts";
import { type FeedServer, feedServer } from "./feed-server.ts";

/** Dollars for one. */
export const usualPrices = {
  BTC: "91234.5",
  ETH: "3012.25",
  USDT: "0.9992",
  LTC: "84.11",
  TRX: "0.2811",
  EUR: "1.0912",
};

export type MarketExchange = Exchange & {
  feeds: Record<string, FeedServer>;
  /** Asks every feed that is due; one that hangs is not waited for as long as in earnest. */
  askFeeds(): Promise<unknown>;
  /** Sets the price of a symbol at all feeds. */
  set(symbol: string, price: string): void;
  /** Asks every feed that is due, decides the prices and reads them. */
  round(): Promise<void>;
  /** Rounds every 15 seconds. */
  rounds(seconds: number): Promise<void>;
  /** An operator's command that must not be asked about. */
  command(name: string, args: Record<string, string>): ReturnType<typeof runCommand>;
  rate(pairId?: string): string | undefined;
  stop(): Promise<void>;
};

export const marketPair = "usdt-trc20_paypal-usd";

/** An exchange whose money counts as real, priced by local servers that answer as the listed feeds. */
export async function marketExchange(
  names: readonly string[] = ["kraken", "coinbase", "bitstamp", "ecb"],
  settings: Record<string, string> = {},
): Promise<MarketExchange> {
  let now = () => new Date();
  const servers = await Promise.all(names.map((name) => feedServer(name, () => now())));
  const origins = servers.map(({ name, origin }) => `${name}=${origin}`).join(",");
  const service = await exchange({
    settings: { RATES: "market", RATE_FEEDS: origins, ...settings },
    isRealMoney: true,
  });
  const { ctx } = service;
  now = ctx.clock.now;
  for (const { prices } of servers)
    for (const [symbol, price] of Object.entries(usualPrices)) prices.set(symbol, price);
  const askFeeds = () =>
    Promise.all(
      feedsOf(ctx.env).map((feed) => {
        const misbehaves = servers.find(({ name }) => name === feed.name)?.misbehaves;
        return refreshFeed(ctx, feed, misbehaves === "slow" || misbehaves === "drip" ? 150 : 3000);
      }),
    );
  const round = async () => {
    await askFeeds();
    await acceptPrices(ctx);
    ctx.market.changed();
    await ctx.market.snapshot();
  };
  return {
    ...service,
    askFeeds,
    feeds: Object.fromEntries(servers.map((server) => [server.name, server])),
    set(symbol, price) {
      for (const { prices } of servers) prices.set(symbol, price);
    },
    round,
    async rounds(seconds) {
      for (let passed = 0; passed < seconds; passed += 15) {
        await service.pass(15);
        await round();
      }
    },
    command: (name, args) =>
      runCommand(ctx, { command: name, args: { reason: "a test", ...args }, operator: { name: "anna" } }),
    rate: (pairId = marketPair) => ctx.rates.current(pairId, ctx.clock.now())?.rate,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}
