import { z } from "zod/v4";
import type { WalletFacts } from "../../domain/order-facts.ts";
import type { order } from "../schema/orders.ts";
import { runSql, type SqlTarget } from "./raw-sql.ts";

type OrderRow = Pick<
  typeof order.$inferSelect,
  "ref" | "ownerId" | "fromAsset" | "toAsset" | "payinMethod" | "payoutToWallet" | "refundToWallet"
>;

const minorOrNone = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : BigInt(text)));
const factsRow = z.object({ from: minorOrNone, to: minorOrNone, taken: z.string().transform((text) => BigInt(text)) });

const availableIn = (
  asset: string,
) => `(select (coalesce(a.credits_posted - a.debits_posted - a.debits_pending, 0))::text
  from wallet w left join account a on a.id = 'member:' || w.member_id || ':' || w.asset
  where w.member_id = $1 and w.asset = ${asset})`;
const factsQuery = `select ${availableIn("$2")} as "from", ${availableIn("$3")} as "to",
  (select coalesce(sum(taken + owed), 0)::text from wallet_settling where order_ref = $4) as taken`;

/** What an order's rules need to know of its owner's wallets; null for an order that has nothing to do with one. */
export async function walletFacts(reader: SqlTarget, row: OrderRow): Promise<WalletFacts | null> {
  const { ref, ownerId, fromAsset, toAsset, payinMethod, payoutToWallet, refundToWallet } = row;
  if (ownerId === null || (payinMethod !== "balance" && !payoutToWallet && !refundToWallet)) return null;
  const [found] = await runSql(reader, factsQuery, [ownerId, fromAsset, toAsset, ref]);
  const { taken: takenBack, ...available } = factsRow.parse(found);
  return { ...available, takenBack };
}
