import type { Wallet } from "../../../contract/balance/wallets.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import { api } from "../../api/client.server.ts";
import { walletAssets, walletsFailed } from "../../components/wallets/wallets.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { typedDecimal } from "./withdrawal-form.server.ts";

/** What the form needs, for every wallet that money can leave: the choice among them needs no request. */
export async function loadWithdrawalPage(args: RouteArgs) {
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
  const rules = currencies.data.data.filter((one) => one.withdraw_enabled && assets[one.asset]);
  const funded = balances.data.data.filter(({ available }) => !isZero(available));
  const wallets = funded.filter(({ asset }) => rules.some((one) => one.asset === asset));
  const [newest] = earlier.data.data;
  const typed = await startOf(args);
  return {
    wallets,
    isPaused: funded.length > 0 && wallets.length === 0,
    debts: balances.data.data.filter(({ debt }) => !isZero(debt)),
    rules,
    assets,
    saved: addresses.data.data,
    limit: earlier.data.meta.limit,
    after: newest?.id ?? "",
    waiting: newest?.status === "confirm_pending" ? newest : null,
    chosen: chosenWallet(wallets, typed.asset ?? new URL(args.request.url).searchParams.get("asset")),
    typed,
  };
}

function chosenWallet(wallets: readonly Wallet[], asset: string | null): string | null {
  return (wallets.find((wallet) => wallet.asset === asset) ?? wallets[0])?.asset ?? null;
}

/** The fields of an earlier withdrawal, to change it or to repeat it (`again`); its address is in no URL. */
async function startOf(args: RouteArgs): Promise<Record<string, string>> {
  const id = new URL(args.request.url).searchParams.get("again");
  if (id === null) return {};
  const found = await api(args, "withdrawalsShow", { query: { id: id.slice(0, 64) } });
  if (!found.ok) return {};
  const { asset, amount, account, memo } = found.data.data;
  return { asset, amount: typedDecimal(amount, langOf(args.request)), account, memo: memo ?? "" };
}
