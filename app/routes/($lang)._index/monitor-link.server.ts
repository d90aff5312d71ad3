import { loadMarket } from "../../components/calculator/market.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { withPartner } from "../../i18n/partner-code.ts";
import { carriedPartner } from "../../partners/partner-cookie.server.ts";

/**
 * Where a link of an exchange monitor leads: `/?cur_from=USDTTRC20&cur_to=PPUSD`, with the monitors' codes and perhaps
 * an amount and the monitor's code as our partner, to the calculator of that pair. Null for any other address and for a pair that is not sold.
 */
export async function monitorTarget(args: RouteArgs): Promise<string | null> {
  const query = new URL(args.request.url).searchParams;
  const [fromCode, toCode] = [query.get("cur_from")?.toUpperCase(), query.get("cur_to")?.toUpperCase()];
  if (!fromCode || !toCode) return null;
  const market = await loadMarket(args);
  if (market.status === "unknown") return null;
  const { assets, pairs } = market.reply.data;
  const codes = new Map(assets.map(({ id, monitor_code }) => [id, monitor_code.toUpperCase()]));
  const sold = pairs.filter(({ status }) => status !== "hidden");
  const pair = sold.find(({ from, to }) => codes.get(from) === fromCode && codes.get(to) === toCode);
  if (!pair) return null;
  const calculation = new URLSearchParams({ from: pair.from, to: pair.to, ...amountOf(query) });
  return withPartner(href(langOf(args.request), `/exchange/${pair.page}?${calculation}`), carriedPartner(args.request));
}

/** An amount that cannot be read is left out: the calculator then shows its own. */
function amountOf(query: URLSearchParams): Record<string, string> {
  const [received, sent] = [query.get("amount_to"), query.get("amount_from") ?? query.get("amount")];
  const amount = sent ?? received;
  if (!amount || !/^\d{1,12}([.,]\d{1,18})?$/.test(amount)) return {};
  return { amount: amount.replace(",", "."), side: sent ? "from" : "to" };
}
