import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiDownload } from "../../api/client.server.ts";
import { historyApiQuery, readHistoryQuery } from "../../components/wallets/history-query.server.ts";
import { requireWallets, walletAssets, walletsFailed } from "../../components/wallets/wallets.server.ts";

/** The list as CSV: the same filters, all transactions. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  await requireWallets(args);
  const assets = await walletAssets(args);
  const { query } = readHistoryQuery(new URL(args.request.url), Object.keys(assets));
  const { cursor: _page, ...filter } = historyApiQuery(query);
  const file = await apiDownload(args, "memberTransactions", { query: { ...filter, format: "csv" } });
  if (!file.ok) throw walletsFailed(args.request, file.problem);
  return new Response(file.body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="transactions.csv"',
    },
  });
}
