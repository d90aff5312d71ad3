import { affiliatePeriods } from "../../../contract/affiliate/affiliate-lists.ts";
import { api } from "../../api/client.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { failed } from "../../http/response/fail.server.ts";
import { env } from "../../settings/env.server.ts";

const perPage = 20;

/** What the page shows of the chosen period; without a partner only the rule. */
export async function loadAffiliates(args: RouteArgs) {
  const query = new URL(args.request.url).searchParams;
  const days = affiliatePeriods.find((period) => String(period) === query.get("days")) ?? affiliatePeriods[0];
  const [terms, summary, market] = await Promise.all([
    api(args, "affiliateTerms", {}),
    api(args, "affiliateSummary", { query: { days } }),
    loadMarket(args),
  ]);
  if (!terms.ok) throw failed(args.request, terms.problem);
  if (!summary.ok) throw failed(args.request, summary.problem);
  if (market.status === "unknown") throw failed(args.request, market.problem);
  const assets = Object.fromEntries(market.reply.data.assets.map((asset) => [asset.id, asset]));
  const { answerHours } = env.COMPANY.support;
  const common = { terms: terms.data.data, assets, days, canPayOut: env.WALLETS === "on", answerHours };
  const partner = summary.data.data;
  if (partner === null) return { ...common, partner };
  return { ...common, partner: { summary: partner, ...(await historyOf(args, partner.period, query.get("cursor"))) } };
}

/** Beyond this many days the figures are by month. */
const mostDays = 90;

type Period = { days: number; from: string; to: string };

/** The days that the service has counted in the summary, by its own clock. */
async function historyOf(args: RouteArgs, { days, from, to }: Period, cursor: string | null) {
  const span = { from, to };
  const by = days > mostDays ? ("month" as const) : ("day" as const);
  const [byTime, byLink, byPair, links, referrals] = await Promise.all([
    api(args, "affiliateEarnings", { query: { by, ...span } }),
    api(args, "affiliateEarnings", { query: { by: "link", ...span } }),
    api(args, "affiliateEarnings", { query: { by: "pair", ...span } }),
    api(args, "affiliateLinks", {}),
    api(args, "affiliateReferrals", { query: { per_page: perPage, ...(cursor && { cursor }) } }),
  ]);
  if (!byTime.ok) throw failed(args.request, byTime.problem);
  if (!byLink.ok) throw failed(args.request, byLink.problem);
  if (!byPair.ok) throw failed(args.request, byPair.problem);
  if (!links.ok) throw failed(args.request, links.problem);
  if (!referrals.ok) throw failed(args.request, referrals.problem);
  return {
    span,
    by,
    byTime: byTime.data.data,
    byLink: byLink.data.data,
    byPair: byPair.data.data,
    links: links.data.data,
    referrals: referrals.data.data,
    nextCursor: referrals.data.meta.next_cursor,
  };
}

type Loaded = Awaited<ReturnType<typeof loadAffiliates>>;
export type Programme = Pick<Loaded, "terms" | "assets" | "canPayOut" | "answerHours">;
export type Partner = NonNullable<Loaded["partner"]>;
