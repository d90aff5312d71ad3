import { exchangePages } from "../../../contract/market/exchange-pages.ts";
import { type HistoryPeriod, historyPeriods } from "../../../contract/market/history-periods.ts";
import type { Asset, Pair } from "../../../contract/market/pairs.ts";
import type { RateHistory } from "../../../contract/market/rate-history.ts";
import type { ExchangeRules } from "../../../contract/terms/exchange-rules.ts";
import { api } from "../../api/client.server.ts";
import { type CalculatorState, calculatorOf } from "../../components/calculator/calculator.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { pairNames } from "../../components/rates/pair-names.ts";
import { rulesOf } from "../../components/rules/rules.server.ts";
import type { AnsweredQuestion } from "../../components/shell/page/answered-question.ts";
import type { Assets } from "../../components/summary/assets.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { failed, notFound } from "../../http/response/fail.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { type PageMeta, pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { pairQuestions } from "./pair-questions.ts";

/** What the server renders of a pair; `history` and `rules` are null when the service does not answer. */
export type PairPageParts = {
  pair: Pair;
  from: Asset;
  to: Asset;
  assets: Assets;
  others: Pair[];
  period: HistoryPeriod;
  history: RateHistory | null;
  rules: ExchangeRules | null;
};

/** Loads a pair by the slug in the address; 404 for one that is not sold. */
export async function pairPage(
  args: RouteArgs & { params: { slug?: string | undefined } },
): Promise<PairPageParts & { meta: PageMeta; state: CalculatorState; questions: AnsweredQuestion[] }> {
  const market = await loadMarket(args);
  if (market.status === "unknown") throw failed(args.request, market.problem);
  const { assets: marketAssets, pairs } = market.reply.data;
  const sold = pairs.filter(({ status }) => status !== "hidden");
  const pair = sold.find(({ slug }) => slug === args.params.slug);
  const product = exchangePages.find((page) => page === pair?.page);
  const assets = Object.fromEntries(marketAssets.map((asset) => [asset.id, asset]));
  const [from, to] = [assets[pair?.from ?? ""], assets[pair?.to ?? ""]];
  if (!pair || !product || !from || !to) throw notFound(args.request);

  const query = new URL(args.request.url).searchParams;
  const period = historyPeriods.find((name) => name === query.get("period")) ?? "month";
  const [state, history, rules] = await Promise.all([
    calculatorOf(market, args, product, calculatorFields(query, pair)),
    api(args, "exchangeRateHistory", { query: { pair: pair.id, period } }),
    rulesOf(args),
  ]);
  const lang = langOf(args.request);
  const t = translator(lang);
  const names = pairNames(from, to, (service) => t("rates:inAccount", { service }));
  return {
    meta: pageMeta(t("pair:meta.title", names), t("pair:meta.description", names)),
    state,
    pair,
    from,
    to,
    assets,
    others: othersOf(pair, sold),
    period,
    history: history.ok ? history.data.data : null,
    rules,
    questions: pairQuestions(t, lang, { pair, from, to }),
  };
}

/** As typed before a switch of language or theme without scripts; otherwise the calculator begins with the page's pair. */
function calculatorFields(query: URLSearchParams, { from, to }: Pair): URLSearchParams {
  return query.has("from_amount") ? query : new URLSearchParams({ from, to });
}

const mostOthers = 4;

/** The way back first, then pairs that share a side with this one. */
function othersOf(pair: Pair, sold: readonly Pair[]): Pair[] {
  const back = sold.filter(({ from, to }) => from === pair.to && to === pair.from);
  const near = sold.filter((other) => other !== pair && (other.from === pair.from || other.to === pair.to));
  return [...back, ...near].slice(0, mostOthers);
}
