import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { historyApiQuery, readHistoryQuery } from "../../components/wallets/history-query.server.ts";
import { requireWallets, walletAssets, walletsFailed } from "../../components/wallets/wallets.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { TransactionHistoryPage } from "./history-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  await requireWallets(args);
  const assets = await walletAssets(args);
  const { query, badDate } = readHistoryQuery(new URL(args.request.url), Object.keys(assets));
  const [list, balances] = await Promise.all([
    api(args, "memberTransactions", { query: historyApiQuery(query) }),
    api(args, "balanceDetails", { query: {} }),
  ]);
  if (!list.ok) throw walletsFailed(args.request, list.problem);
  if (!balances.ok) throw walletsFailed(args.request, balances.problem);
  const t = translator(langOf(args.request));
  return {
    query,
    badDate,
    transactions: list.data.data,
    pending: list.data.pending ?? [],
    nextCursor: list.data.meta.next_cursor,
    wallets: balances.data.data.map(({ asset }) => ({ asset })),
    assets,
    now: args.context.receivedAt.toISOString(),
    meta: pageMeta(t("wallets:history.meta.title"), t("wallets:history.meta.description")),
  };
}

export default function History() {
  return <TransactionHistoryPage {...useLoaderData<typeof loader>()} />;
}
