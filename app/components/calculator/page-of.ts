import { exchangePages } from "../../../contract/market/exchange-pages.ts";
import type { ExchangePage } from "../../../contract/market/pairs.ts";
import type { LoadedMarket } from "./market.server.ts";

/** The chosen product, or the one that has the calculator's pair. */
export function pageOf(fields: URLSearchParams, whole: LoadedMarket): ExchangePage {
  const chosen = exchangePages.find((page) => page === fields.get("product"));
  if (chosen || whole.status === "unknown") return chosen ?? exchangePages[0];
  const { pairs } = whole.reply.data;
  const pair = pairs.find(({ from, to }) => from === fields.get("from") && to === (fields.get("to") ?? to));
  return exchangePages.find((page) => page === pair?.page) ?? exchangePages[0];
}
