import { z } from "zod/v4";
import type { WalletFacts } from "../../orders/rules/order-facts.ts";
import type { order } from "../schema/orders.ts";
import { runSql, type SqlTarget } from "./raw-sql.ts";

type OrderRow = Pick<
  typeof order.$inferSelect,
  "ref" | "ownerId" | "fromAsset" | "toAsset" | "payinMethod" | "payoutToWallet" | "refundToWallet" | "promoTerms"
>;

const minorOrNone = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : BigInt(text)));
const minor = z.string().transform((text) => BigInt(text));
const factsRow = z.object({ from: minorOrNone, to: minorOrNone, taken: minor, cashback: minor });

const availableIn = (
  asset: string,
) => `(select (coalesce(a.credits_posted - a.debits_posted - a.debits_pending, 0))::text
  from wallet w left join account a on a.id = 'member:' || w.member_id || ':' || w.asset
  where w.member_id = $1 and w.asset = ${asset})`;
const factsQuery = `select ${availableIn("$2")} as "from", ${availableIn("$3")} as "to",
  coalesce(sum(taken + owed) filter (where transfer_id <> $4 || ':cashback'), 0)::text as taken,
  coalesce(sum(taken + owed) filter (where transfer_id = $4 || ':cashback'), 0)::text as cashback
  from wallet_settling where order_ref = $4`;

/** What an order's rules need to know of its owner's wallets; null for an order that has nothing to do with one. */
export async function walletFacts(reader: SqlTarget, row: OrderRow): Promise<WalletFacts | null> {
  const { ref, ownerId, fromAsset, toAsset, payinMethod, payoutToWallet, refundToWallet, promoTerms } = row;
  const isWithCashback = promoTerms?.kind === "cashback_percent";
  const isWithWallet = payinMethod === "balance" || payoutToWallet || refundToWallet || isWithCashback;
  if (ownerId === null || !isWithWallet) return null;
  const [walletRow] = await runSql(reader, factsQuery, [ownerId, fromAsset, toAsset, ref]);
  const { taken: takenBack, cashback: cashbackTakenBack, ...available } = factsRow.parse(walletRow);
  return { ...available, takenBack, cashbackTakenBack };
}
