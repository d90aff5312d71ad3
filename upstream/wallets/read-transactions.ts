import { eq } from "drizzle-orm";
import type { z } from "zod/v4";
import type { transactionsQuery, WalletTransaction } from "../../contract/balance/transactions.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import { parseMoment } from "../../contract/values/moment.ts";
import { wallet } from "../db/schema/wallets.ts";
import type { Context } from "../ports/context.ts";
import { type Refusal, refuseFields } from "../shared/rules/refusal.ts";
import { type EntryFilter, placeOfEntry, readEntries, type WalletEntry } from "./entries.ts";

type Services = Pick<Context, "db" | "market">;
export type TransactionsQuery = z.output<typeof transactionsQuery>;
type TransactionPage = { rows: WalletTransaction[]; nextCursor: string | null };

/** A page of a member's transactions, newest first. Refuses a time or cursor that cannot be read. */
export async function readTransactions(
  ctx: Services,
  memberId: string,
  query: TransactionsQuery,
): Promise<TransactionPage | Refusal> {
  const filter = await filterOf(ctx, memberId, query);
  if ("refused" in filter) return filter;
  const after = query.cursor === undefined ? null : await placeOfEntry(ctx.db, memberId, query.cursor);
  if (query.cursor !== undefined && after === null) return refuseFields({ pointer: "/cursor", code: "invalid" });
  // One more than the page, to know whether there are older ones.
  const limit = query.per_page + 1;
  const entries = await readEntries(ctx.db, filter, { after, order: "newest first", limit });
  const pageEntries = entries.slice(0, query.per_page);
  const decimalsOf = await decimals(ctx);
  const nextCursor = entries.length === limit ? (pageEntries.at(-1)?.id ?? null) : null;
  return { rows: pageEntries.map((entry) => transactionOf(entry, decimalsOf(entry.asset))), nextCursor };
}

/** The filter of a query; with types but no assets, all the member's wallets. */
export async function filterOf(
  { db }: Pick<Context, "db">,
  memberId: string,
  query: TransactionsQuery,
): Promise<EntryFilter | Refusal> {
  const from = parseMoment(query.from);
  const to = parseMoment(query.to);
  if (from === undefined) return refuseFields({ pointer: "/from", code: "invalid" });
  if (to === undefined) return refuseFields({ pointer: "/to", code: "invalid" });
  const types = query.type ?? null;
  if (types === null || query.asset) return { memberId, assets: query.asset ?? null, types, from, to };
  const held = await db.orm.select({ asset: wallet.asset }).from(wallet).where(eq(wallet.memberId, memberId));
  return { memberId, assets: held.map(({ asset }) => asset), types, from, to };
}

export async function decimals({ market }: Pick<Context, "market">): Promise<(asset: string) => number> {
  const { assets } = await market.terms();
  const scales = new Map(assets.map((row) => [row.id, row.decimals]));
  return (asset) => scales.get(asset) ?? 0;
}

export function transactionOf(entry: WalletEntry, scale: number): WalletTransaction {
  const isCredit = entry.amount > 0n;
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    type: entry.type,
    asset: entry.asset,
    amount: formatDecimal(isCredit ? entry.amount : -entry.amount, scale),
    direction: isCredit ? "credit" : "debit",
    balance_after: formatDecimal(entry.balance_after, scale),
    status: "posted",
    order_ref: entry.order_ref,
    deposit_id: idIn(entry, "deposit"),
    withdrawal_id: idIn(entry, "withdrawal"),
    external_id: entry.external_id,
    note: entry.note,
  };
}

/** The id of what caused an entry, from its transfer's id: `deposit:<id>:...`. */
function idIn({ transfer_id }: WalletEntry, kind: "deposit" | "withdrawal"): string | null {
  const [named, id = ""] = transfer_id.split(":");
  return named === kind ? id : null;
}
