import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { marketPrice, order, payoutGuard, referenceRate } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { feedsOf } from "../../../upstream/market/feeds/listed-feeds.ts";
import { refreshFeed } from "../../../upstream/market/feeds/refresh-feed.ts";
import { acceptPrices } from "../../../upstream/market/prices/accept-prices.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { failures, lies } from "../../support/market/feed-server.ts";
import { type MarketExchange, marketExchange, marketPair } from "../../support/market/market-exchange.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { enrol, must } from "../../support/service/staff.ts";

let service: MarketExchange;
const opened: MarketExchange[] = [];
const open = async (...args: Parameters<typeof marketExchange>) => {
  service = await marketExchange(...args);
  opened.push(service);
  return service;
};
beforeEach(() => open());
afterEach(async () => {
  await Promise.all(opened.splice(0).map((openService) => openService.stop()));
});

const quote = () =>
  service.call("exchangeQuote", { query: { from: "usdt-trc20", to: "paypal-usd", amount: "500", side: "from" } });
const reasonOf = async (pairId = marketPair) =>
  (await service.ctx.db.orm.select().from(marketPrice)).find((row) => row.pairId === pairId)?.pause;
const feed = (name: string) => {
  const server = service.feeds[name];
  if (!server) throw new Error(`There is no feed ${name}`);
  return server;
};

describe("a market price", () => {
  test("is the median of the sources, and quotes and pages name them", async () => {
    feed("kraken").prices.set("USDT", "0.9990");
    feed("coinbase").prices.set("USDT", "0.9995");
    await service.round();
    expect(service.rate()).toBe("0.999200");
    const { data } = (await quote()).reply();
    expect(data).toMatchObject({
      reference_rate: "0.999200",
      reference_source: "Bitstamp, Coinbase, Kraken",
    });
    const { meta } = (await service.call("exchangePairs")).reply();
    expect(meta.reference_source).toBe("Kraken, Coinbase, Bitstamp");
  });

  test("goes over dollars, with the European Central Bank's day as one of the sources of the euro", async () => {
    await service.round();
    // 0.9992 / 1.0912 is 0.91568914..., rounded down.
    expect(service.rate("usdt-trc20_paypal-eur")).toBe("0.915689");
    feed("kraken").misbehaves = "hang_up";
    feed("bitstamp").prices.delete("EUR");
    await service.rounds(150);
    expect(await reasonOf("usdt-trc20_paypal-eur")).toBe("stale");
    expect(await reasonOf()).toBeNull();
  });

  test("is there before any source has answered in this process: from the database", async () => {
    await service.round();
    const twin = service.twin();
    await twin.context.market.snapshot();
    expect(twin.context.rates.current(marketPair, service.ctx.clock.now())?.rate).toBe("0.999200");
  });

  test("needs no rate of operators, and without sources there is none", async () => {
    await service.ctx.db.orm.delete(referenceRate);
    service.ctx.market.changed();
    expect((await quote()).problem().code).toBe("pair_paused");
    await service.round();
    expect((await quote()).reply().data.reference_rate).toBe("0.999200");
  });
});

describe("a pair is paused with a reason and resumes without an operator", () => {
  test("while too few sources have a price", async () => {
    feed("kraken").misbehaves = "html";
    feed("coinbase").misbehaves = "status";
    await service.round();
    expect(service.rate()).toBeUndefined();
    expect(await reasonOf()).toBe("too_few");
    expect((await quote()).problem().code).toBe("pair_paused");
    feed("kraken").misbehaves = null;
    await service.rounds(15);
    expect(await reasonOf()).toBeNull();
    expect((await quote()).reply().data.reference_rate).toBe("0.999200");
  });

  test("when all prices are older than the limit, even if the refresh task has stopped", async () => {
    await service.round();
    await service.pass(119);
    expect(service.rate()).toBe("0.999200");
    await service.pass(2);
    expect(service.rate()).toBeUndefined();
    for (const name of ["kraken", "coinbase", "bitstamp"]) feed(name).misbehaves = "hang_up";
    await service.round();
    expect(await reasonOf()).toBe("stale");
    for (const name of ["kraken", "bitstamp"]) feed(name).misbehaves = null;
    await service.rounds(15);
    expect(service.rate()).toBe("0.999200");
  });

  test("while two sources are further from each other than the spread", async () => {
    feed("coinbase").misbehaves = "hang_up";
    feed("kraken").prices.set("USDT", "0.9800");
    await service.round();
    expect(await reasonOf()).toBe("spread");
  });

  test("while the price is far from the last one, until all sources have kept to it for the stated time", async () => {
    await open(undefined, { PRICE_LIMITS: "confirm=2" });
    await service.round();
    service.set("BTC", "70000");
    await service.rounds(15);
    expect(await reasonOf("btc_paypal-usd")).toBe("jump");
    expect(await reasonOf()).toBeNull();
    await service.rounds(105);
    expect(service.rate("btc_paypal-usd")).toBeUndefined();
    await service.rounds(15);
    expect(service.rate("btc_paypal-usd")).toBe("70000.0");
  });

  test("and a source that disagrees makes that time begin again", async () => {
    await open(undefined, { PRICE_LIMITS: "confirm=2" });
    await service.round();
    service.set("BTC", "70000");
    await service.rounds(105);
    feed("kraken").prices.set("BTC", "91234.5");
    await service.rounds(15);
    feed("kraken").prices.set("BTC", "70000");
    await service.rounds(105);
    expect(await reasonOf("btc_paypal-usd")).toBe("jump");
  });
});

describe("a source that misbehaves", () => {
  test.each(failures)("gives no price: %s", async (failure) => {
    const kraken = feed("kraken");
    kraken.misbehaves = failure;
    await service.round();
    expect(service.rate()).toBe("0.999200");
    const listed = await service.command("rates list", {});
    expect(listed).toMatchObject({ ok: true, data: { sources: expect.any(Array) } });
    expect(JSON.stringify(listed)).toMatch(/"source":"kraken","answered_at":null,"fault":"[a-z_]+"/);
    expect(JSON.stringify(listed)).not.toContain("USDT: kraken");
  });

  test("of three moves no price beyond the spread while it lies for a day", async () => {
    await service.round();
    for (const lie of lies) {
      feed("kraken").misbehaves = lie;
      for (let hour = 0; hour < 6; hour += 1) {
        await service.pass(3600);
        await service.round();
        expect(Number(service.rate())).toBeCloseTo(0.9992, 4);
      }
    }
  });

  test("makes no quote wait, and is asked once at a time", async () => {
    await service.round();
    await service.pass(15);
    const kraken = feed("kraken");
    kraken.misbehaves = "drip";
    const [setting] = feedsOf(service.ctx.env);
    if (!setting) throw new Error("There are no feeds");
    let isOver = false;
    const asking = Promise.all([1, 2, 3].map(() => refreshFeed(service.ctx, setting, 3000))).then(() => {
      isOver = true;
    });
    await expect.poll(() => kraken.requests).toBe(2);
    expect((await quote()).reply().data.reference_rate).toBe("0.999200");
    await acceptPrices(service.ctx);
    expect(isOver).toBe(false);
    expect(kraken.mostAtOnce).toBe(1);
    kraken.misbehaves = null;
    await kraken.stop();
    await asking;
  });
});

describe("a source whose answers carry no time", () => {
  const sources = async () => (await quote()).reply().data.reference_source;
  const listedFault = async (name: string) => {
    const outcome = await service.command("rates list", {});
    const { sources: listed } = (outcome.ok ? outcome.data : {}) as { sources: Record<string, string>[] };
    return listed.find(({ source }) => source === name)?.fault;
  };
  /** Asks at these minutes; the prices of the others move by half a percent in an hour. */
  const askAt = async (minutes: readonly number[], each: (minute: number) => Promise<void> = async () => {}) => {
    let last = 0;
    for (const minute of minutes) {
      service.set("USDT", (0.9992 + minute * 0.00008).toFixed(5));
      await service.pass((minute - last) * 60);
      await service.round();
      await each(minute);
      last = minute;
    }
  };

  test.each(["kraken", "coinbase"])(
    "and stand still counts for five minutes, and again with its first change: %s",
    async (name) => {
      await service.round();
      const since = service.ctx.clock.now().toISOString();
      feed(name).misbehaves = "lag";
      await askAt([1, 2, 3, 4, 5, 6, 7, 20, 40, 60], async (minute) => {
        const { title } = feedsOf(service.ctx.env).find((setting) => setting.name === name) ?? { title: "" };
        expect([minute, (await sources())?.includes(title)]).toEqual([minute, minute <= 5]);
      });
      expect(await listedFault(name)).toBe(`unchanged: has not changed since ${since}`);
      // Also for a process that begins now.
      const twin = service.twin().context;
      await service.pass(15);
      await Promise.all(feedsOf(twin.env).map((setting) => refreshFeed(twin, setting, 3000)));
      await acceptPrices(twin);
      service.ctx.market.changed();
      expect(await sources()).not.toMatch(/Kraken.*Coinbase|Coinbase.*Kraken/);
      feed(name).misbehaves = null;
      await service.rounds(15);
      expect(await sources()).toBe("Bitstamp, Coinbase, Kraken");
      expect(await listedFault(name)).toBeNull();
    },
  );

  test("pauses its pair where too few other feeds are left, and resumes it afterwards", async () => {
    await service.round();
    for (const name of ["kraken", "coinbase"]) feed(name).misbehaves = "lag";
    await askAt([2, 4, 5, 6], async (minute) => expect(await reasonOf()).toBe(minute <= 5 ? null : "stale"));
    expect((await quote()).problem().code).toBe("pair_paused");
    for (const name of ["kraken", "coinbase"]) feed(name).misbehaves = null;
    await service.rounds(15);
    expect(await reasonOf()).toBeNull();
  });

  test("counts in a calm market as long as another of its markets moves", async () => {
    feed("kraken").isCalm = true;
    for (const dollars of [91_231, 91_232, 91_233, 91_234]) {
      feed("kraken").prices.set("BTC", String(dollars));
      await service.pass(240);
      await service.round();
    }
    expect(await sources()).toContain("Kraken");
    for (const isCounted of [true, false]) {
      await service.pass(240);
      await service.round();
      expect((await sources())?.includes("Kraken")).toBe(isCounted);
    }
  });

  test("is as old as a cache says", async () => {
    feed("kraken").cachedSeconds = 119;
    await service.round();
    expect(await sources()).toContain("Kraken");
    feed("kraken").cachedSeconds = 300;
    await service.rounds(15);
    expect(await sources()).toBe("Bitstamp, Coinbase");
    expect(JSON.stringify(await service.command("rates list", {}))).toContain("kraken 0.9992 (300 s)");
  });
});

describe("operators", () => {
  const until = (seconds: number) => new Date(service.ctx.clock.now().getTime() + seconds * 1000).toISOString();
  beforeEach(() => service.round());

  test("set a rate over the market's until a time, after which the market counts again", async () => {
    const set = (args: Record<string, string>) => service.command("rates set", { pair: marketPair, ...args });
    expect(await set({ rate: "0.99" })).toMatchObject({ ok: false, sentence: expect.stringContaining("--until") });
    expect(await set({ rate: "0.99", until: until(-1) })).toMatchObject({ ok: false });
    expect(await set({ rate: "0.99", until: until(8 * 86_400) })).toMatchObject({ ok: false });
    expect(await set({ rate: "0.99", until: until(3600) })).toMatchObject({ ok: true });
    await service.rounds(15);
    expect(service.rate()).toBe("0.99");
    await service.pass(3600);
    await service.round();
    expect(service.rate()).toBe("0.999200");
    expect(await verify(service.ctx.db)).toEqual([]);
  });

  test("are not asked about a first rate that is the sources' price", async () => {
    await service.ctx.db.orm.delete(referenceRate);
    const first = (rate: string) => service.command("rates set", { pair: marketPair, rate, until: until(3600) });
    expect(await first("1.2")).toMatchObject({ ok: false, sentence: expect.stringContaining("0.999200") });
    expect(await first("0.9992")).toMatchObject({ ok: true });
  });

  test("are asked about a rate by the sources' price, also after they have forced one", async () => {
    const set = (rate: string, more = {}) =>
      service.command("rates set", { pair: marketPair, rate, until: until(3600), ...more });
    expect(await set("1.07")).toMatchObject({ ok: false, sentence: expect.stringContaining("0.999200") });
    expect(await set("1.07", { anyway: "yes" })).toMatchObject({ ok: true });
    expect(await set("1.08")).toMatchObject({ ok: false, sentence: expect.stringContaining("0.999200") });
    expect(await set("0.9992")).toMatchObject({ ok: true });
  });

  test("set an override beyond the band, and the market's rate counts until a second person approves it", async () => {
    const { ctx } = service;
    const { anna, boris } = await enrol(ctx);
    const set = (rate: string, more = {}) =>
      must(ctx, anna, "rates set", { pair: marketPair, rate, until: until(3600), reason: "a test", ...more });
    const approve = async () => {
      const entry = ((await must(ctx, boris, "approvals list", {})).data as { id: string }[]).at(-1);
      await must(ctx, boris, "approvals give", { id: entry?.id ?? "", reason: "a test" });
      await service.rounds(15);
    };
    const sold = async () => (await quote()).reply().data.reference_rate;
    expect((await set("0.98")).data).not.toContain("waits");
    await must(ctx, anna, "pairs set", { pair: marketPair, margin_bps: "900", reason: "a test", anyway: "yes" });
    await service.rounds(15);
    expect(await sold()).toBe("0.98");
    await approve();
    expect((await set("1.07", { anyway: "yes" })).data).toContain("waits for a second person");
    await service.rounds(15);
    expect(await sold()).toBe("0.999200");
    const listed = (await service.command("rates list", {})) as { data?: { pairs: Record<string, unknown>[] } };
    const row = listed.data?.pairs.find((listedPair) => listedPair.pair === marketPair);
    expect(row).toMatchObject({ table: "1.07", now: "0.999200", waits_for: expect.stringContaining("approvals") });
    // A later rate waits as well: its approval must not be taken for that of the first.
    await set("0.98");
    await service.rounds(15);
    expect(await sold()).toBe("0.999200");
    await approve();
    expect(await sold()).toBe("0.98");
    await set("1.07", { anyway: "yes" });
    await approve();
    expect(await sold()).toBe("1.07");
    await service.pass(3600);
    await service.round();
    expect(await sold()).toBe("0.999200");
    expect(await verify(ctx.db)).toEqual([]);
  });

  test.each([
    ["a rate of theirs that counts", false, "0.93", null],
    ["the last accepted price, while theirs waits for a second person", true, "0.999200", "jump"],
  ])("and a jump is measured from %s", async (_, hasStaff, sold, pause) => {
    const { ctx } = service;
    await service.pass(15);
    const rate = { pair: marketPair, rate: "0.93", until: until(3600), anyway: "yes", reason: "a test" };
    if (hasStaff) await must(ctx, (await enrol(ctx)).anna, "rates set", rate);
    else expect(await service.command("rates set", rate)).toMatchObject({ ok: true });
    await ctx.market.snapshot();
    expect(service.rate()).toBe(sold);
    service.set("USDT", "0.9299");
    await service.rounds(15);
    expect(await reasonOf()).toBe(pause);
  });

  test("set a rate that waits, and orders sold at the market's meanwhile are paid without a second person", async () => {
    const { ctx } = service;
    const { anna } = await enrol(ctx);
    await service.round();
    const guardOf = async (ref: string) =>
      (await ctx.db.orm.select().from(payoutGuard)).find(({ outgoingId }) => outgoingId.startsWith(ref));
    const paid = async ({ ref }: { ref: string }) => {
      const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
      if (row) await simulateEvent(ctx, row, "pay_exact", null);
      await service.runJobs();
      return guardOf(ref);
    };
    const override = { pair: marketPair, rate: "1.07", until: until(3600), reason: "a test", anyway: "yes" };
    const before = await executedOrder(service);
    await must(ctx, anna, "rates set", override);
    await service.rounds(15);
    const during = await executedOrder(service);
    expect([before, during].map((opened) => opened.order.reference_rate)).toEqual(["0.999200", "0.999200"]);
    expect((await paid(before))?.state).toBe("settled");
    expect((await paid(during))?.state).toBe("settled");
    // An order that was sold at the override waits.
    const sold = await executedOrder(service);
    await ctx.db.orm.update(order).set({ referenceSource: "operator" }).where(eq(order.ref, sold.ref));
    expect(await paid(sold)).toMatchObject({ state: "held", why: "second_person" });
    // A margin beyond its band prices what is sold at the market's, too.
    await must(ctx, anna, "pairs set", { pair: marketPair, margin_bps: "900", reason: "a test", anyway: "yes" });
    const cheap = await executedOrder(service);
    expect(await paid(cheap)).toMatchObject({ state: "held", why: "second_person" });
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("set one beyond the band alone while there are no staff, and it stays in force when there are", async () => {
    const set = await service.command("rates set", {
      pair: marketPair,
      rate: "1.07",
      until: until(3600),
      anyway: "yes",
    });
    expect(set.ok ? set.data : "").not.toContain("waits");
    await service.rounds(15);
    expect(service.rate()).toBe("1.07");
    await enrol(service.ctx);
    await service.rounds(15);
    expect(service.rate()).toBe("1.07");
  });

  test("set limits of a pair, and are asked about looser ones", async () => {
    const limit = (args: Record<string, string>) => service.command("rates limit", { pair: marketPair, ...args });
    expect(await limit({ quorum: "3" })).toMatchObject({ ok: true });
    feed("kraken").misbehaves = "hang_up";
    await service.rounds(150);
    expect(await reasonOf()).toBe("stale");
    expect(await limit({ jump: "50" })).toMatchObject({ ok: false, sentence: expect.stringContaining("jump") });
    expect(await limit({ usual: "yes" })).toMatchObject({ ok: true });
    await service.rounds(15);
    expect(await reasonOf()).toBeNull();
    expect(await limit({ pair: "no-such-pair", quorum: "3" })).toMatchObject({ ok: false });
  });

  test("see each price of each source and why a pair is paused", async () => {
    feed("kraken").misbehaves = "hang_up";
    service.set("USDT", "1.20");
    await service.pass(30);
    await service.round();
    expect(await service.command("rates list", {})).toMatchObject({
      data: {
        pairs: expect.arrayContaining([
          expect.objectContaining({
            pair: marketPair,
            paused: "jump: too far from the last accepted price",
            sources: "USDT: bitstamp 1.2 (0 s), coinbase 1.2 (0 s), kraken 0.9992 (30 s)",
          }),
        ]),
      },
    });
  });
});
