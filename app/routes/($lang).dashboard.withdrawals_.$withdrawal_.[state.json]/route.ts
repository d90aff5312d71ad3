import type { LoaderFunctionArgs } from "@remix-run/node";
import { api } from "../../api/client.server.ts";
import { requireWallets, walletsFailed } from "../../components/wallets/wallets.server.ts";
import { withdrawalState } from "../../components/withdrawals/withdrawal-state.ts";

/** What the page of a withdrawal compares with what it shows. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  await requireWallets(args);
  const withdrawalAnswer = await api(args, "withdrawalsShow", {
    query: { id: (args.params.withdrawal ?? "").slice(0, 64) },
  });
  if (!withdrawalAnswer.ok) throw walletsFailed(args.request, withdrawalAnswer.problem);
  return Response.json(withdrawalState(withdrawalAnswer.data.data), { headers: { "Cache-Control": "no-store" } });
}
