import { expect, test } from "vitest";
import { timeOfUntimedPrice } from "./unchanged-feed.ts";

const asked = new Date("2026-11-30T12:00:00.000Z");
const before = (seconds: number) => new Date(asked.getTime() - seconds * 1000);

test.each([
  { changed: 0, cached: 0, age: 0 },
  { changed: 300, cached: 0, age: 0 },
  { changed: 301, cached: 0, age: 301 },
  { changed: 86_400, cached: 30, age: 86_400 },
  { changed: 0, cached: 30, age: 30 },
  { changed: 301, cached: 600, age: 600 },
])(
  "a feed that changed $changed s ago, from a cache of $cached s, has a price of $age s ago",
  ({ changed, cached, age }) => {
    expect(timeOfUntimedPrice({ asked, cachedSeconds: cached, changedAt: before(changed) })).toEqual(before(age));
  },
);
