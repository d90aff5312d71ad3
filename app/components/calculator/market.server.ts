import type { ExchangePage } from "../../../contract/pairs.ts";
import { api } from "../../api/client.server.ts";
import type { ApiAnswer } from "../../api/endpoint-types.ts";
import type { Market } from "./calculation.ts";

export type PairsReply = Extract<ApiAnswer<"exchangePairs">, { ok: true }>["data"];

/** Everything that is sold, or null when the service gives no answer. */
export async function wholeMarket(request: Request): Promise<PairsReply | null> {
  const answer = await api(request, "exchangePairs", {});
  return answer.ok ? answer.data : null;
}

/** What is sold on one page, with only the assets it speaks of. */
export function marketOf(reply: PairsReply, page: ExchangePage): Market {
  const pairs = reply.data.pairs.filter((pair) => pair.page === page && pair.status !== "hidden");
  const named = new Set(pairs.flatMap((pair) => [pair.from, pair.to]));
  const assets = Object.fromEntries(
    reply.data.assets.filter((asset) => named.has(asset.id)).map((asset) => [asset.id, asset]),
  );
  const reversePages = Object.fromEntries(
    pairs.flatMap((pair) => {
      const reverse = reply.data.pairs.find(({ from, to }) => from === pair.to && to === pair.from);
      return reverse && reverse.status !== "hidden" ? [[pair.id, reverse.page]] : [];
    }),
  );
  return { assets, pairs, reversePages };
}
