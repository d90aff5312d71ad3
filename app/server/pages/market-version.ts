import type { MarketState } from "../../api/market-state.server.ts";

/** Requests the service's state; returns `lastState` if it is unchanged. Null when the service does not answer. */
export type AskMarket = (lastState: MarketState | null) => Promise<MarketState | null>;

export type MarketVersion = {
  /** The state if checked within the last second; otherwise undefined. */
  current(nowMs: number): MarketState | undefined;
  /** The state as of now, one request shared by concurrent callers; null when the service does not answer. */
  check(nowMs: number): Promise<MarketState | null>;
  /** The market has changed: invalidates earlier answers. */
  changed(nowMs: number): void;
  /** When `changed` was last called. */
  changedMs(): number;
};

const maxAgeMs = 1000;
/** From this age the state is refreshed while the known one is still used, so that nobody waits under load. */
const renewAfterMs = 800;
/** Pause after a failed request: meanwhile pages are rendered as without a cache. */
const pauseMs = 1000;

export function marketVersion(ask: AskMarket): MarketVersion {
  let checked: { state: MarketState; atMs: number } | undefined;
  let pending: Promise<MarketState | null> | undefined;
  let pausedUntilMs = 0;
  let changedMs = Number.NEGATIVE_INFINITY;

  const check = (nowMs: number): Promise<MarketState | null> => {
    if (pending) return pending;
    if (nowMs < pausedUntilMs) return Promise.resolve(null);
    const request = ask(checked?.state ?? null)
      .catch(() => null)
      .then((state) => {
        // An answer from before a change says nothing about the market after it.
        if (pending !== request) return state;
        pending = undefined;
        if (state) checked = { state, atMs: nowMs };
        else pausedUntilMs = nowMs + pauseMs;
        return state;
      });
    pending = request;
    return request;
  };

  return {
    check,
    changedMs: () => changedMs,
    current(nowMs) {
      const ageMs = checked ? nowMs - checked.atMs : Number.POSITIVE_INFINITY;
      if (ageMs > renewAfterMs && checked) void check(nowMs);
      return ageMs <= maxAgeMs ? checked?.state : undefined;
    },
    changed(nowMs) {
      changedMs = nowMs;
      checked = undefined;
      pending = undefined;
    },
  };
}
