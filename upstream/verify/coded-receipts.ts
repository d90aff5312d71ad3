import { and, inArray, isNotNull } from "drizzle-orm";
import { parseReceiptCode } from "../../contract/order/receipt-code.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import type { Finding, ReceiptInShort } from "../../contract/verify/verify.ts";
import { order as orders } from "../db/schema/orders.ts";
import type { OrderRow } from "../orders/order-facts-query.ts";
import { isCodeOfReceipt, orderOfReceiptCode } from "../orders/view/receipt-code.ts";
import type { Context } from "../ports/context.ts";
import type { Thing } from "./things-in-text.ts";

type CodeJudgement = Pick<Finding, "verdict" | "reason" | "receipt">;

const notOurs: CodeJudgement = { verdict: "not_ours", reason: "no_code", receipt: null };

/**
 * What the check codes in a text are. Only for a code that we made is an order read at all, and only one that fits the
 * order as it is now is told what the paper says: who has an old paper does not learn what became of the order.
 */
export async function readCodedReceipts(
  { db, env, market }: Pick<Context, "db" | "env" | "market">,
  things: readonly Thing[],
): Promise<(code: string) => CodeJudgement> {
  const secrets = env.ORDER_LINK_SECRETS;
  const refOf = (text: string) => orderOfReceiptCode(secrets, parseReceiptCode(text) ?? "");
  const refs = things.flatMap(({ kind, text }) => (kind === "code" ? (refOf(text) ?? []) : []));
  if (refs.length === 0) return () => notOurs;
  const rows = await db.orm
    .select()
    .from(orders)
    .where(and(inArray(orders.ref, refs), isNotNull(orders.payinMethod)));
  const { assets } = await market.snapshot();
  const scale = (asset: string) => assets.find(({ id }) => id === asset)?.decimals ?? 0;
  return (text) => {
    const row = rows.find(({ ref }) => ref === refOf(text));
    if (!row) return notOurs;
    const receipt = inShort(row, scale);
    return isCodeOfReceipt(secrets, parseReceiptCode(text) ?? "", receipt)
      ? { verdict: "ours", reason: "issued", receipt }
      : { verdict: "unknown", reason: "outdated", receipt: null };
  };
}

function inShort(row: OrderRow, scale: (asset: string) => number): ReceiptInShort {
  const { ref, status, createdAt, fromAsset, toAsset } = row;
  const inFrom = (minor: bigint) => formatDecimal(minor, scale(fromAsset));
  const inTo = (minor: bigint) => formatDecimal(minor, scale(toAsset));
  return {
    ...{ order: ref, status, created_at: createdAt.toISOString() },
    from: { asset: fromAsset, amount: inFrom(row.fromAmount), received: inFrom(row.received) },
    to: { asset: toAsset, amount: inTo(row.toAmount), sent: inTo(row.sent) },
  };
}
