import type { ExchangePage } from "../../../contract/market/pairs.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { api } from "../../api/client.server.ts";
import type { ApiProblem, ApiResult } from "../../api/endpoint-types.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import type { Market } from "./calculation.ts";

type PairsReply = Extract<ApiResult<"exchangePairs">, { ok: true }>["data"];

/**
 * All pairs on sale. `remembered`: the last response, when the service does not answer: shown with its time to keep the
 * form usable, never used for orders.
 */
export type LoadedMarket =
  | { status: "current"; reply: PairsReply }
  | { status: "remembered"; reply: PairsReply; problem: ApiProblem }
  | { status: "unknown"; problem: ApiProblem };

const rememberedMilliseconds = 10 * 60 * 1000;
/** By language: the reply contains names of networks and labels. */
const lastReply = new Map<Lang, { reply: PairsReply; atMs: number }>();

export async function loadMarket(args: RouteArgs): Promise<LoadedMarket> {
  const lang = langOf(args.request);
  const response = await api(args, "exchangePairs", {});
  if (response.ok) {
    lastReply.set(lang, { reply: response.data, atMs: performance.now() });
    return { status: "current", reply: response.data };
  }
  const last = lastReply.get(lang);
  const isUsable = last !== undefined && performance.now() - last.atMs < rememberedMilliseconds;
  if (isUsable) return { status: "remembered", reply: last.reply, problem: response.problem };
  return { status: "unknown", problem: response.problem };
}

/** The pairs of one page, with only the assets they use, and without the links to explorers, which no calculator has. */
export function marketOf(reply: PairsReply, page: ExchangePage): Market {
  const pairs = reply.data.pairs.filter((pair) => pair.page === page && pair.status !== "hidden");
  const named = new Set(pairs.flatMap((pair) => [pair.from, pair.to]));
  const assets = Object.fromEntries(
    reply.data.assets
      .filter((asset) => named.has(asset.id))
      .map((asset) => [asset.id, { ...asset, explorer_tx: null }]),
  );
  const reversePages = Object.fromEntries(
    pairs.flatMap((pair) => {
      const reverse = reply.data.pairs.find(({ from, to }) => from === pair.to && to === pair.from);
      return reverse && reverse.status !== "hidden" ? [[pair.id, reverse.page]] : [];
    }),
  );
  return { assets, pairs, reversePages };
}
