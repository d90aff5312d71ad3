import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { placeOf } from "../../components/summary/assets.ts";
import {
  requireWallets,
  totalCurrencyOf,
  walletAssets,
  walletFailed,
} from "../../components/wallets/wallets.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { WalletPage } from "./wallet-page.tsx";

export const handle = { i18n: ["wallets", "dashboard"], hydrate: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const profile = await requireWallets(args);
  const id = args.params.asset ?? "";
  const [walletAnswer, assets] = await Promise.all([
    api(args, "balanceCoin", { query: { asset: id, currency: totalCurrencyOf(args.request) } }),
    walletAssets(args),
  ]);
  if (!walletAnswer.ok) throw walletFailed(args.request, walletAnswer.problem);
  const t = translator(langOf(args.request));
  const asset = assets[id];
  const name = asset ? `${asset.symbol} ${placeOf(asset)}` : id;
  return {
    wallet: walletAnswer.data.data,
    unit: walletAnswer.data.meta.currency.toUpperCase(),
    name,
    assets,
    frozenUntil: profile.withdrawals_frozen_until,
    now: args.context.receivedAt.toISOString(),
    meta: pageMeta(t("wallets:one.meta.title", { wallet: name }), t("wallets:one.meta.description")),
  };
}

export default function OneWallet() {
  return <WalletPage {...useLoaderData<typeof loader>()} />;
}
