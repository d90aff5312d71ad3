import { type WalletTotalCurrency, walletTotalCurrencies } from "../../../contract/balance/balance-lists.ts";
import type { Wallet } from "../../../contract/balance/wallets.ts";
import { isMore } from "../../../contract/values/decimal.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { requireMember } from "../../auth/member.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { failed, notFound } from "../../http/response/fail.server.ts";
import { env } from "../../settings/env.server.ts";
import { loadMarket } from "../calculator/market.server.ts";
import type { Assets } from "../summary/assets.ts";

/** The member of a wallet page; 404 where there are no wallets. */
export async function requireWallets(args: RouteArgs) {
  const profile = await requireMember(args);
  if (env.WALLETS === "off") throw notFound(args.request);
  return profile;
}

/** The error page for a refusal of a wallet call; 404 where the service has no wallets. */
export function walletsFailed(request: Request, problem: ApiProblem): Response {
  return problem.code === "not_available" ? notFound(request) : failed(request, problem);
}

/** The same for one wallet: an asset that the call does not even read has none. */
export function walletFailed(request: Request, problem: ApiProblem): Response {
  return problem.code === "validation_failed" ? notFound(request) : walletsFailed(request, problem);
}

/** What members can hold, by id. */
export async function walletAssets(args: RouteArgs): Promise<Assets> {
  const market = await loadMarket(args);
  if (market.status === "unknown") throw failed(args.request, market.problem);
  const coins = market.reply.data.assets.filter(({ kind }) => kind === "crypto");
  return Object.fromEntries(coins.map((asset) => [asset.id, asset]));
}

/** The one chosen in the address, dollars by default. */
export function totalCurrencyOf(request: Request): WalletTotalCurrency {
  const chosen = new URL(request.url).searchParams.get("currency");
  return walletTotalCurrencies.find((currency) => currency === chosen) ?? walletTotalCurrencies[0];
}

/** The largest first, then those without a rate. */
export function byWorth(wallets: readonly Wallet[]): Wallet[] {
  return [...wallets].sort((a, b) => {
    if (a.worth === null || b.worth === null) return a.worth === b.worth ? 0 : a.worth === null ? 1 : -1;
    if (isMore(a.worth, b.worth)) return -1;
    return isMore(b.worth, a.worth) ? 1 : 0;
  });
}
