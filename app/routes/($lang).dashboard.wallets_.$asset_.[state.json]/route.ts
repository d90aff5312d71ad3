import type { LoaderFunctionArgs } from "@remix-run/node";
import { api } from "../../api/client.server.ts";
import { walletState } from "../../components/wallets/wallet-state.ts";
import { requireWallets, walletFailed } from "../../components/wallets/wallets.server.ts";

/** What the pages of a wallet compare with what they show. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  await requireWallets(args);
  const walletAnswer = await api(args, "balanceCoin", { query: { asset: args.params.asset ?? "" } });
  if (!walletAnswer.ok) throw walletFailed(args.request, walletAnswer.problem);
  return Response.json(walletState(walletAnswer.data.data), { headers: { "Cache-Control": "no-store" } });
}
