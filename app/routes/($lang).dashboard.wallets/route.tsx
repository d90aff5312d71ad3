import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirectDocument } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { openWallet } from "../../components/wallets/open-wallet.server.ts";
import {
  byWorth,
  requireWallets,
  totalCurrencyOf,
  walletAssets,
  walletsFailed,
} from "../../components/wallets/wallets.server.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { WalletsPage } from "./wallets-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const profile = await requireWallets(args);
  const [list, currenciesAnswer, assets] = await Promise.all([
    api(args, "balanceDetails", { query: { currency: totalCurrencyOf(args.request) } }),
    api(args, "balanceCurrencies", {}),
    walletAssets(args),
  ]);
  if (!list.ok) throw walletsFailed(args.request, list.problem);
  if (!currenciesAnswer.ok) throw walletsFailed(args.request, currenciesAnswer.problem);
  const wallets = list.data.data;
  const missing = currenciesAnswer.data.data.filter(({ asset }) => !wallets.some((wallet) => wallet.asset === asset));
  const t = translator(langOf(args.request));
  return {
    wallets: byWorth(wallets),
    total: list.data.meta,
    others: missing.filter((currency) => currency.deposit_enabled).map(({ asset }) => asset),
    assets,
    frozenUntil: profile.withdrawals_frozen_until,
    now: args.context.receivedAt.toISOString(),
    meta: pageMeta(t("wallets:list.meta.title"), t("wallets:list.meta.description")),
  };
}

/** Opens a wallet, and shows where to send a deposit. */
export async function action(args: ActionFunctionArgs) {
  await requireWallets(args);
  const asset = await openWallet(args);
  throw redirectDocument(href(langOf(args.request), `/dashboard/wallets/deposit?asset=${asset}`), 303);
}

export default function Wallets() {
  return <WalletsPage {...useLoaderData<typeof loader>()} />;
}
