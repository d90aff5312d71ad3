import type { Wallet } from "../../../contract/balance/wallets.ts";
import { isMore, isZero } from "../../../contract/values/decimal.ts";
import { api } from "../../api/client.server.ts";
import { walletAssets, walletsFailed } from "../../components/wallets/wallets.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { notFound } from "../../http/response/fail.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { env } from "../../settings/env.server.ts";
import { typedDecimal } from "./withdrawal-form.server.ts";

/**
 * What the form needs, for every wallet that money can leave: the choice among them needs no request. `restoredForm`: what was typed
 * before the member had to sign in again.
 */
export async function loadWithdrawalPage(args: RouteArgs, restoredForm: Record<string, string> | null) {
  const [balances, currencies, addresses, earlier, assets] = await Promise.all([
    api(args, "balanceDetails", { query: {} }),
    api(args, "balanceCurrencies", {}),
    api(args, "memberAddresses", { query: {} }),
    api(args, "withdrawalsList", { query: { per_page: 1 } }),
    walletAssets(args),
  ]);
  if (!balances.ok) throw walletsFailed(args.request, balances.problem);
  if (!currencies.ok) throw walletsFailed(args.request, currencies.problem);
  if (!addresses.ok) throw walletsFailed(args.request, addresses.problem);
  if (!earlier.ok) throw walletsFailed(args.request, earlier.problem);
  const rules = currencies.data.data.filter((currency) => currency.withdraw_enabled && assets[currency.asset]);
  const funded = balances.data.data.filter(({ available }) => !isZero(available));
  const typed = restoredForm ?? (await startOf(args));
  const query = new URL(args.request.url).searchParams;
  const isOfRewards = typed.source === "affiliate" || query.get("from") === "rewards";
  const from = isOfRewards ? await rewardsOf(args, rules) : { balances: funded, rules, review: null };
  const wallets = from.balances.filter(({ asset }) => rules.some((rule) => rule.asset === asset));
  const [newest] = earlier.data.data;
  return {
    source: isOfRewards ? ("affiliate" as const) : ("wallet" as const),
    wallets,
    isPaused: from.balances.length > 0 && wallets.length === 0,
    debts: balances.data.data.filter(({ debt }) => !isZero(debt)),
    rules: from.rules,
    review: from.review,
    answerHours: env.COMPANY.support.answerHours,
    assets,
    saved: addresses.data.data,
    limit: earlier.data.meta.limit,
    after: newest?.id ?? "",
    waiting: newest?.status === "confirm_pending" ? newest : null,
    chosen: chosenWallet(wallets, typed.asset ?? query.get("asset")),
    typed,
  };
}

/** What money is taken from, as the form needs it. */
type AvailableBalance = Pick<Wallet, "asset" | "available">;

/**
 * Rewards in place of the wallets: as much as is ready and needs no review, from the larger of both minimums. `review`: what
 * is ready, where our team reviews a part of it or all first.
 */
async function rewardsOf<Rule extends { asset: string; min_withdraw: string | null }>(
  args: RouteArgs,
  rules: readonly Rule[],
): Promise<{ balances: AvailableBalance[]; rules: Rule[]; review: { asset: string; ready: string } | null }> {
  const summaryAnswer = env.AFFILIATES === "on" ? await api(args, "affiliateSummary", { query: {} }) : null;
  if (summaryAnswer === null) throw notFound(args.request);
  if (!summaryAnswer.ok) throw walletsFailed(args.request, summaryAnswer.problem);
  const summary = summaryAnswer.data.data;
  if (summary === null) throw notFound(args.request);
  const { asset, ready, without_review: free, min_payout: least } = summary;
  const isReviewed = isMore(ready, free);
  const isMoreThan = (rule: Rule) => rule.min_withdraw === null || isMore(least, rule.min_withdraw);
  return {
    balances: isZero(free) || (isReviewed && isMore(least, free)) ? [] : [{ asset, available: free }],
    review: isReviewed ? { asset, ready } : null,
    rules: rules.map((rule) => (rule.asset === asset && isMoreThan(rule) ? { ...rule, min_withdraw: least } : rule)),
  };
}

function chosenWallet(wallets: readonly AvailableBalance[], asset: string | null): string | null {
  return (wallets.find((wallet) => wallet.asset === asset) ?? wallets[0])?.asset ?? null;
}

/** The fields of an earlier withdrawal, to change it or to repeat it (`again`); its address is in no URL. */
async function startOf(args: RouteArgs): Promise<Record<string, string>> {
  const id = new URL(args.request.url).searchParams.get("again");
  if (id === null) return {};
  const withdrawalAnswer = await api(args, "withdrawalsShow", { query: { id: id.slice(0, 64) } });
  if (!withdrawalAnswer.ok) return {};
  const { asset, amount, account, memo } = withdrawalAnswer.data.data;
  return { asset, amount: typedDecimal(amount, langOf(args.request)), account, memo: memo ?? "" };
}
