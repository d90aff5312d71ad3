import { expect, test } from "vitest";
import { formatRate } from "../rate.ts";
import type { PriceLimits } from "./consensus.ts";
import { nextPrice, noPrice } from "./next-price.ts";
import { type FeedPrice, pairPrice } from "./pair-price.ts";
import { timeOfUntimedPrice } from "./unchanged-feed.ts";

const limits: PriceLimits = { quorum: 2, spreadBps: 100, ageSeconds: 120, jumpBps: 500, confirmSeconds: 900 };
const start = new Date("2026-11-21T00:00:00.000Z").getTime();
const everySeconds = 15;
const daySteps = 86_400 / everySeconds;

/** The false price of one of three sources, by the true one and the first that it gave. */
const lies: Record<string, (price: number, first: number) => number> = {
  "by a factor": (price) => price * 1.5,
  "turned round": (price) => 1 / price,
  "just outside the spread": (price) => price * 1.0101,
  "just within the spread": (price) => price * 0.9901,
  "standing still": (_, first) => first,
};

/** Moves by about three percent up and down within the day, like an ordinary day of bitcoin. */
const priceAt = (step: number) =>
  90_000 * (1 + 0.015 * Math.sin((2 * Math.PI * step) / daySteps) + 0.001 * Math.sin(step / 7));

test.each(Object.entries(lies))(
  "one of three sources that lies for a day, asked each 15 s, moves no price by more than the spread: %s",
  (_, lie) => {
    let state = noPrice;
    const first = lie(priceAt(0), priceAt(0));
    for (let step = 0; step < daySteps; step += 1) {
      const now = new Date(start + step * everySeconds * 1000);
      const honest = [priceAt(step) * 0.9995, priceAt(step) * 1.0005];
      const lied = lie(priceAt(step), first);
      const changedAt = lied === first && step > 0 ? new Date(start) : now;
      const price = (feed: string, value: number, at: Date): FeedPrice => {
        return { ...{ feed, base: "BTC", quote: "USD", price: value.toFixed(8), at, ageSeconds: null } };
      };
      const prices = [
        ...honest.map((value, at) => price(`honest ${at}`, value, now)),
        price("liar", lied, timeOfUntimedPrice({ asked: now, cachedSeconds: 0, changedAt })),
      ];
      state = nextPrice(state, pairPrice({ from: "BTC", to: "USD" }, prices, limits, now), {
        ...{ reference: state.rate, limits, now },
      });
      const rate = Number(state.rate && formatRate(state.rate));
      const [low = 0, high = 0] = honest;
      if (state.pause !== null || rate < low * 0.99 || rate > high * 1.01)
        expect({ step, rate, low, high, pause: state.pause }).toBe("within the spread of the honest ones");
    }
  },
);
