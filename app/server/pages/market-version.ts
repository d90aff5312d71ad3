import type { MarketState } from "../../api/market-state.server.ts";

/** Asks the service for its state; `known` is returned when it still is that. Null when the service does not say. */
export type AskMarket = (known: MarketState | null) => Promise<MarketState | null>;

export type MarketVersion = {
  /** The state by an answer that is younger than a second; undefined when there is none. */
  current(nowMs: number): MarketState | undefined;
  /** The state by an answer from now on, one for all who ask at once; null when the service does not say. */
  check(nowMs: number): Promise<MarketState | null>;
  /** The market has changed: no answer from before counts. */
  changed(nowMs: number): void;
  /** When `changed` was last called. */
  changedMs(): number;
};

const maxAgeMs = 1000;
/** From this age on it is asked for anew while the known state still counts, so that nobody waits under load. */
const renewAfterMs = 500;
/** A service that did not answer is not asked for so long: each page then tries by itself, as it does without a cache. */
const pauseMs = 1000;

export function marketVersion(ask: AskMarket): MarketVersion {
  let known: { state: MarketState; atMs: number } | undefined;
  let asking: Promise<MarketState | null> | undefined;
  let pausedUntilMs = 0;
  let changedMs = Number.NEGATIVE_INFINITY;

  const check = (nowMs: number): Promise<MarketState | null> => {
    if (asking) return asking;
    if (nowMs < pausedUntilMs) return Promise.resolve(null);
    const mine = ask(known?.state ?? null)
      .catch(() => null)
      .then((state) => {
        // An answer from before a change says nothing of the market after it.
        if (asking !== mine) return state;
        asking = undefined;
        if (state) known = { state, atMs: nowMs };
        else pausedUntilMs = nowMs + pauseMs;
        return state;
      });
    asking = mine;
    return mine;
  };

  return {
    check,
    changedMs: () => changedMs,
    current(nowMs) {
      const ageMs = known ? nowMs - known.atMs : Number.POSITIVE_INFINITY;
      if (ageMs > renewAfterMs && known) void check(nowMs);
      return ageMs <= maxAgeMs ? known?.state : undefined;
    },
    changed(nowMs) {
      changedMs = nowMs;
      known = undefined;
      asking = undefined;
    },
  };
}
