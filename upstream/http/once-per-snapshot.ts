import type { MarketSnapshot } from "../ports/market.ts";

/**
 * Makes a reply once per market snapshot and second of the service's clock: all calls until then get the same object.
 * A snapshot belongs to one service, so `source` is the same for all calls with it.
 */
export function oncePerSnapshot<Source, Reply>(make: (snapshot: MarketSnapshot, now: Date, source: Source) => Reply) {
  let last: { snapshot: MarketSnapshot; second: number; reply: Reply } | undefined;
  return (snapshot: MarketSnapshot, now: Date, source: Source): Reply => {
    const second = Math.floor(now.getTime() / 1000);
    if (last?.snapshot !== snapshot || last.second !== second) {
      last = { snapshot, second, reply: make(snapshot, now, source) };
    }
    return last.reply;
  };
}
