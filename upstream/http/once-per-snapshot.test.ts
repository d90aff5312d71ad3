import { expect, test } from "vitest";
import type { MarketSnapshot } from "../ports/market.ts";
import { oncePerSnapshot } from "./once-per-snapshot.ts";

const snapshot = (): MarketSnapshot => ({ assets: [], pairs: new Map(), maintenance: null });

test("a reply is made again for another snapshot, and in the next second", () => {
  const reply = oncePerSnapshot((_snapshot, now, source: string) => ({ at: now.getTime(), source }));
  const [oldSnapshot, newSnapshot] = [snapshot(), snapshot()];
  const first = reply(oldSnapshot, new Date(1000), "table");
  expect(reply(oldSnapshot, new Date(1999), "table")).toBe(first);
  expect(reply(oldSnapshot, new Date(2000), "table")).toEqual({ at: 2000, source: "table" });
  expect(reply(newSnapshot, new Date(2000), "sandbox")).toEqual({ at: 2000, source: "sandbox" });
});
