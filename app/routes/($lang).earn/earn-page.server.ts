import type { AffiliateTerms } from "../../../contract/affiliate/affiliate-terms.ts";
import { api } from "../../api/client.server.ts";
import { membershipOf } from "../../auth/member.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { readAmount } from "../../forms/amount-input.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { failed } from "../../http/response/fail.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { type Estimate, estimateOf } from "./earn-estimate.ts";

const usual = { exchanges: "40", amount: "500" };
const mostExchanges = 10_000;

export type EarnTyped = { exchanges: string; amount: string; pair: string };
export type EarnFault = "exchanges" | "amount" | "limits" | null;

/**
 * The published rule, and what the typed exchanges would bring. A response where the service does not answer: the page
 * has no figures of its own.
 */
export async function loadEarn(args: RouteArgs) {
  const [response, market, membership] = await Promise.all([
    api(args, "affiliateTerms", {}),
    loadMarket(args),
    membershipOf(args),
  ]);
  if (!response.ok) throw failed(args.request, response.problem);
  if (market.status === "unknown") throw failed(args.request, market.problem);
  const terms = response.data.data;
  const { assets, pairs } = market.reply.data;
  const byId = Object.fromEntries(assets.map((asset) => [asset.id, asset]));
  // A figure in dollars: nobody thinks of a month in bitcoin.
  const sold = pairs.filter(({ to, status }) => status !== "hidden" && /^USD/.test(byId[to]?.symbol ?? ""));
  const typed = typedIn(new URL(args.request.url).searchParams, sold[0]?.id ?? "");
  const pair = sold.find(({ id }) => id === typed.pair) ?? sold[0];
  const result = pair ? await estimate(args, typed, { ...pair, tiers: terms.tiers }) : { fault: null, estimate: null };
  const link = membership.status === "member" ? (membership.profile.affiliate?.link ?? null) : null;
  const isMember = membership.status === "member";
  return {
    terms,
    assets: byId,
    pairs: sold.map(({ id, from, to }) => ({ id, from, to })),
    typed,
    ...result,
    symbol: byId[result.estimate?.asset ?? ""]?.symbol ?? "",
    isMember,
    link,
  };
}

export type EarnData = Awaited<ReturnType<typeof loadEarn>>;

function typedIn(query: URLSearchParams, pair: string): EarnTyped {
  const text = (name: keyof EarnTyped, other: string) => (query.get(name) ?? other).trim().slice(0, 40);
  return {
    exchanges: text("exchanges", usual.exchanges),
    amount: text("amount", usual.amount),
    pair: text("pair", pair),
  };
}

async function estimate(
  args: RouteArgs,
  typed: EarnTyped,
  { from, to, tiers }: { from: string; to: string; tiers: AffiliateTerms["tiers"] },
): Promise<{ fault: EarnFault; estimate: Estimate | null }> {
  const count = Number(typed.exchanges);
  if (!/^\d{1,5}$/.test(typed.exchanges) || count < 1 || count > mostExchanges)
    return { fault: "exchanges", estimate: null };
  const reading = readAmount(typed.amount, langOf(args.request), 8);
  if (!reading.ok) return { fault: "amount", estimate: null };
  const quote = await api(args, "exchangeQuote", { query: { from, to, amount: reading.amount, side: "from" } });
  if (!quote.ok) return { fault: quote.problem.errors ? "amount" : null, estimate: null };
  const { data } = quote.data;
  return { fault: data.adjusted ? "limits" : null, estimate: estimateOf(data, tiers, count) };
}
