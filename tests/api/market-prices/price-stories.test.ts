import { afterAll, beforeAll, expect, test } from "vitest";
import { type MarketExchange, marketExchange } from "../../support/market/market-exchange.ts";
import { tellStory } from "../../support/market/price-story.ts";
import { chance } from "../../support/simulation/chance.ts";

/** PRICE_STORIES=500 is the long run; SEED plays others. */
const count = Number(process.env.PRICE_STORIES ?? 10);
const seed = process.env.SEED ?? "1";
let service: MarketExchange;

beforeAll(async () => {
  service = await marketExchange(undefined, { PRICE_LIMITS: "confirm=1" });
});
afterAll(() => service.stop());

test(`no quote leaves the bounds in ${count} random stories of failing and lying sources`, async () => {
  const sum = { quotes: 0, pauses: 0 };
  for (let story = 1; story <= count; story += 1) {
    const { quotes, pauses } = await tellStory(service, chance("price story", seed, story)).catch((error: unknown) => {
      throw new Error(`story ${story} of SEED=${seed}`, { cause: error });
    });
    sum.quotes += quotes;
    sum.pauses += pauses;
  }
  // Both happen, so that neither is right by never selling or by never pausing.
  expect(sum.quotes).toBeGreaterThan(count);
  expect(sum.pauses).toBeGreaterThan(count / 4);
}, 3_600_000);
