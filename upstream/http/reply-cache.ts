import type { EndpointName } from "../../contract/calls/endpoints.ts";
import type { Context } from "../ports/context.ts";
import type { MarketSnapshot } from "../ports/market.ts";
import type { RateLimits } from "./request/limits.ts";

/** An outside call without a session, as far as a cached reply depends on it. `search` is empty or begins with `?`. */
type PublicCall = { path: string; search: string; clientId: string; address: string | null };

/** A reply with status 200, as stored and sent by the server. */
type StoredReply = {
  bytes: Uint8Array;
  etag: string | undefined;
  /** Names and values in turns, as Node writes them, without those of one request or caller. */
  rawHeaders: readonly string[];
  /** Those of a 304. */
  rawUnchanged: readonly string[];
};

export type ReplyCache = {
  /** Whether the reply to this call is the same for every caller and depends on the market only. */
  covers(call: PublicCall): boolean;
  /**
   * Counts against the caller's limit like any call. Undefined when the reply must be computed or refused; `rateLimit`
   * is what the caller has left, undefined for a call without a limit.
   */
  take(call: PublicCall): Promise<{ response: StoredReply; rateLimit: string | undefined } | undefined>;
  /** Call before a reply is computed. The result stores it, unless the market has changed meanwhile. */
  making(call: PublicCall): (response: StoredReply) => void;
};

/** The calls and their query parameters. A promo code is not among them: it is looked up each time. */
const calls: Readonly<Record<string, { name: EndpointName; search: RegExp }>> = {
  "/api/v1/exchange": { name: "exchangeQuote", search: /^\?(?:(?:from|to|amount|side)=[\w.-]{1,40}(?:&(?!$)|$))+$/ },
  "/api/v1/exchange/pairs": { name: "exchangePairs", search: /^$/ },
};
const covered = new Map(Object.entries(calls));
/** Of about a kilobyte each; pairs have one. */
const maxReplies = 1000;
/** By the service's clock, which a sandbox may move: prices depend on it. */
const maxAgeMs = 1000;

/** Bytes of quotes and pairs, valid while the market snapshot they were computed from is current. */
export function replyCache(
  { market, clock, env }: Pick<Context, "market" | "clock" | "env">,
  limits: RateLimits,
): ReplyCache {
  const replies = new Map<string, { response: StoredReply; madeAtMs: number }>();
  let madeFrom: MarketSnapshot | undefined;
  const isKnown = (clientId: string) =>
    clientId !== "" && (env.API_CLIENT_IDS.length === 0 || env.API_CLIENT_IDS.includes(clientId));

  return {
    covers: ({ path, search, clientId }) => (covered.get(path)?.search.test(search) ?? false) && isKnown(clientId),
    async take({ path, search, address }) {
      const snapshot = market.peek();
      const call = covered.get(path);
      const cachedReply = snapshot !== undefined && snapshot === madeFrom ? replies.get(path + search) : undefined;
      if (!call || !cachedReply || Math.abs(clock.now().getTime() - cachedReply.madeAtMs) > maxAgeMs) return undefined;
      const { refusal, headers } = await limits.take(call.name, address);
      return refusal ? undefined : { response: cachedReply.response, rateLimit: headers?.RateLimit };
    },
    making({ path, search }) {
      const snapshot = market.peek();
      const madeAtMs = clock.now().getTime();
      return (response) => {
        if (snapshot === undefined || snapshot !== market.peek()) return;
        if (snapshot !== madeFrom || replies.size >= maxReplies) replies.clear();
        madeFrom = snapshot;
        replies.set(path + search, { response, madeAtMs });
      };
    },
  };
}
