import type { z } from "zod/v4";
import type { PendingTransaction, WalletTransaction } from "../../../contract/balance/transactions.ts";
import type { Wallet, walletsReply } from "../../../contract/balance/wallets.ts";
import { api } from "../../api/client.server.ts";
import { byWorth } from "../../components/wallets/wallets.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { env } from "../../settings/env.server.ts";

const shownTransactions = 5;

/** `off`: the exchange has no wallets; `unknown`: they cannot be loaded now. */
export type OverviewWallets =
  | { status: "off" }
  | { status: "unknown" }
  | {
      status: "known";
      /** The largest first; empty until one is opened. */
      wallets: Wallet[];
      total: z.output<typeof walletsReply>["meta"];
      /** The latest; null when they cannot be loaded. */
      transactions: WalletTransaction[] | null;
      /** What is not booked yet: on its way, in a check, or waiting to be sent. */
      pending: PendingTransaction[];
    };

export async function overviewWallets(args: RouteArgs): Promise<OverviewWallets> {
  if (env.WALLETS === "off") return { status: "off" };
  const [list, latest] = await Promise.all([
    api(args, "balanceDetails", { query: {} }),
    api(args, "memberTransactions", { query: { per_page: shownTransactions } }),
  ]);
  if (!list.ok) return { status: list.problem.code === "not_available" ? "off" : "unknown" };
  return {
    status: "known",
    wallets: byWorth(list.data.data),
    total: list.data.meta,
    transactions: latest.ok ? latest.data.data : null,
    pending: latest.ok ? (latest.data.pending ?? []) : [],
  };
}
