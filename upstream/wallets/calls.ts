import { serve } from "../http/serve.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { openWallet } from "./open-wallet.ts";
import { pendingTransactions } from "./pending-transactions.ts";
import { filterOf, readTransactions } from "./read-transactions.ts";
import { depositsOf } from "./show-deposits.ts";
import { showWallets, walletCurrencies } from "./show-wallets.ts";
import { readStatement } from "./statement.ts";
import { transactionsFile } from "./transactions-csv.ts";

const latest = { per_page: 20, format: "json" } as const;

/** A member's wallets. */
export const walletCalls = [
  serve("balanceCurrencies", async ({ ctx }) => closed(ctx) ?? { data: await walletCurrencies(ctx) }),

  serve("balanceCreate", async ({ ctx, member, body, caller, now }) => {
    const refusal = closed(ctx);
    if (refusal) return refusal;
    const input = { memberId: member.member.id, asset: body.asset, newAddress: body.new_address };
    const refused = await openWallet(ctx, input, now);
    return refused ?? oneWallet(ctx, { ...input, currency: "usd", language: caller.language }, now);
  }),

  serve("balanceDetails", async ({ ctx, member, query, caller, now }) => {
    const refusal = closed(ctx);
    if (refusal) return refusal;
    const walletsQuery = { memberId: member.member.id, currency: query.currency, language: caller.language };
    const { wallets, meta } = await showWallets(ctx, walletsQuery, now);
    return { data: wallets, meta };
  }),

  serve("balanceCoin", async ({ ctx, member, query, caller, now }) => {
    const refusal = closed(ctx);
    if (refusal) return refusal;
    const { asset, currency } = query;
    const memberId = member.member.id;
    const view = await oneWallet(ctx, { memberId, asset, currency, language: caller.language }, now);
    if (isRefusal(view)) return view;
    const transactions = await readTransactions(ctx, memberId, { ...latest, asset: [asset] });
    if (isRefusal(transactions)) return transactions;
    const deposits = await depositsOf(ctx, memberId, asset);
    return { data: { ...view.data, deposits, transactions: transactions.rows }, meta: view.meta };
  }),

  serve("memberTransactions", async ({ ctx, member, query, caller }) => {
    const refusal = closed(ctx);
    if (refusal) return refusal;
    const filter = await filterOf(ctx, member.member.id, query);
    if (isRefusal(filter)) return filter;
    if (query.format === "csv") {
      const headers = { "Content-Disposition": 'attachment; filename="transactions.csv"' };
      const bytes = transactionsFile(ctx, filter, { member: member.member, language: caller.language });
      return { media: "text/csv; charset=utf-8", bytes, headers };
    }
    const transactionPage = await readTransactions(ctx, member.member.id, query);
    if (isRefusal(transactionPage)) return transactionPage;
    const { rows, nextCursor } = transactionPage;
    const meta = { per_page: query.per_page, has_more: nextCursor !== null, next_cursor: nextCursor };
    return { data: rows, pending: query.cursor ? [] : await pendingTransactions(ctx, filter), meta };
  }),

  serve("memberStatement", async ({ ctx, member, query, now }) => {
    return closed(ctx) ?? readStatement(ctx, member.member.id, query.month, now);
  }),
];

function closed({ env }: Pick<Context, "env">): Refusal | undefined {
  return env.WALLETS === "on" ? undefined : refuse("not_available");
}

type WalletQuery = Parameters<typeof showWallets>[1] & { asset: string };

async function oneWallet(ctx: Context, { asset, ...query }: WalletQuery, now: Date) {
  const { wallets, meta } = await showWallets(ctx, { ...query, only: asset }, now);
  const [wallet] = wallets;
  return wallet ? { data: wallet, meta: { ...meta } } : refuse("not_found");
}
