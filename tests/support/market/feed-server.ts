import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";

/**
 * What a feed does instead of answering honestly. Those that lie answer in the right format with a wrong price; one that lags repeats
 * what it has answered before.
 */
export const lies = ["factor", "swapped", "drift", "lag"] as const;
export const failures = [
  ...["slow", "drip", "hang_up", "html", "status", "redirect", "huge"],
  ...["zero", "exponent", "digits", "number", "negative", "crossed", "truncated", "other_shape"],
] as const;
export type FeedFailure = (typeof lies)[number] | (typeof failures)[number];

export type FeedServer = {
  name: string;
  origin: string;
  /** Dollars for one of a symbol, decimal text. */
  prices: Map<string, string>;
  misbehaves: FeedFailure | null;
  /** The amounts at its best prices stay as they are, so that only a price changes its answers. */
  isCalm: boolean;
  /** What a cache before it says in `Age`, in seconds. */
  cachedSeconds: number | null;
  requests: number;
  /** Most requests that were answered at once. */
  mostAtOnce: number;
  stop(): Promise<void>;
};

/** A local server that answers as one of the listed feeds. `now`: the clock that it writes into its answers. */
export async function feedServer(name: string, now: () => Date): Promise<FeedServer> {
  let atOnce = 0;
  const answered = new Map<string, string>();
  const server = createServer((request, response) => {
    feed.requests += 1;
    atOnce += 1;
    feed.mostAtOnce = Math.max(feed.mostAtOnce, atOnce);
    const over = () => {
      atOnce -= 1;
    };
    const isSlow = feed.misbehaves === "slow" || feed.misbehaves === "drip";
    const url = request.url ?? "";
    const body = (feed.misbehaves === "lag" ? answered.get(url) : undefined) ?? bodyOf(feed, url, now());
    answered.set(url, body);
    if (feed.cachedSeconds !== null) response.setHeader("Age", String(feed.cachedSeconds));
    answer(feed, { url, body }, response);
    // Once it is answered the next may come, also where the client has not read all of it.
    if (isSlow) response.on("close", over);
    else over();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The feed has no port");
  const origin = `http://127.0.0.1:${address.port}`;
  const feed: FeedServer = {
    ...{ name, origin, prices: new Map(), misbehaves: null, isCalm: false, cachedSeconds: null },
    ...{ requests: 0, mostAtOnce: 0 },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return feed;
}

function answer(feed: FeedServer, { url, body }: { url: string; body: string }, response: ServerResponse): void {
  const type = feed.name === "ecb" ? "text/xml" : "application/json; charset=utf-8";
  const failing: Partial<Record<FeedFailure, () => unknown>> = {
    slow: () => {},
    drip: () => drip(response, type),
    hang_up: () => response.destroy(),
    html: () => end(response, 200, "text/html", "<html><body>Checking your browser</body></html>"),
    // The body is right in these three, so that it is refused for what they are.
    status: () => end(response, 503, type, body),
    redirect: () => {
      if (url.includes("followed")) return end(response, 200, type, body);
      response.writeHead(302, { Location: `${url}${url.includes("?") ? "&" : "?"}followed` }).end();
    },
    huge: () => end(response, 200, type, body + " ".repeat(2_000_000)),
    other_shape: () => end(response, 200, type, '{"result":[1,{"a":null}],"error":[]}'),
    truncated: () => end(response, 200, type, body.slice(0, -8)),
  };
  const fail = feed.misbehaves === null ? undefined : failing[feed.misbehaves];
  if (fail) fail();
  else end(response, 200, type, body);
}

function end(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "Content-Type": type }).end(body);
}

function drip(response: ServerResponse, type: string): void {
  response.writeHead(200, { "Content-Type": type });
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
}

/** A market's price as it is answered; a lie is by a factor of 1.5, turned round, or 4 % off. */
function spoken({ prices, misbehaves }: FeedServer, symbol: string): string | undefined {
  const price = prices.get(symbol);
  if (price === undefined) return undefined;
  const factors: Partial<Record<FeedFailure, number>> = { factor: 1.5, drift: 1.04 };
  const lie = factors[misbehaves ?? "slow"] ?? 1;
  const wrong: Partial<Record<FeedFailure, string>> = {
    ...{ zero: "0", exponent: "1e3", digits: "12345678901234567890", negative: `-${price}` },
    swapped: (1 / Number(price)).toFixed(10),
  };
  return wrong[misbehaves ?? "slow"] ?? (lie === 1 ? price : (Number(price) * lie).toFixed(8));
}

const krakenCodes: Readonly<Record<string, string>> = {
  ...{ XXBTZUSD: "BTC", XETHZUSD: "ETH", USDTZUSD: "USDT", XLTCZUSD: "LTC", TRXUSD: "TRX", ZEURZUSD: "EUR" },
};

/** Amounts at the best prices differ from answer to answer, as they do in earnest. */
function bodyOf(feed: FeedServer, url: string, now: Date): string {
  const amount = feed.isCalm ? "1.000" : `${feed.requests}.000`;
  const { pathname, searchParams } = new URL(url, feed.origin);
  const of = (symbol: string) => sides(feed, symbol);
  if (feed.name === "kraken") {
    const codes = (searchParams.get("pair") ?? "").split(",");
    const rows = codes.flatMap((code) => {
      const price = of(krakenCodes[code] ?? "");
      return price ? [[code, { a: [price.ask, "1", amount], b: [price.bid, "1", amount] }]] : [];
    });
    return JSON.stringify({ error: [], result: Object.fromEntries(rows) });
  }
  if (feed.name === "binance") {
    const codes = JSON.parse(searchParams.get("symbols") ?? "[]") as string[];
    const rows = codes.flatMap((symbol) => {
      const price = of(symbol.replace(/USDT$/, ""));
      return price ? [{ symbol, bidPrice: price.bid, bidQty: amount, askPrice: price.ask, askQty: amount }] : [];
    });
    return JSON.stringify(rows);
  }
  if (feed.name === "ecb") {
    const day = now.toISOString().slice(0, 10);
    const rate = spoken(feed, "EUR") ?? "";
    return `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope><Cube><Cube time='${day}'><Cube currency='USD' rate='${rate}'/><Cube currency='JPY' rate='161.5'/></Cube></Cube></gesmes:Envelope>`;
  }
  const symbol = (/\/(?:products\/)?([a-zA-Z]+?)-?usd\/?(?:ticker)?$/i.exec(pathname)?.[1] ?? "").toUpperCase();
  const price = of(symbol);
  if (!price) return "{}";
  const { bid, ask } = price;
  return JSON.stringify({ bid, ask, timestamp: String(Math.floor(now.getTime() / 1000)), time: now.toISOString() });
}

function sides(feed: FeedServer, symbol: string): { bid: string | number; ask: string | number } | undefined {
  const price = spoken(feed, symbol);
  if (price === undefined) return undefined;
  if (feed.misbehaves === "number") return { bid: Number(price), ask: Number(price) };
  return feed.misbehaves === "crossed" ? { bid: "2", ask: "1" } : { bid: price, ask: price };
}
