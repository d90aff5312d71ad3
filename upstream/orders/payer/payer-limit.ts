import type { Orm, Tx } from "../../db/database.ts";
import { lockPayer, selectPayerHistory } from "../../db/sql/payer-statements.ts";
import { floorDiv, powerOfTen } from "../../market/rules/division.ts";
import { parseRate } from "../../market/rules/rate.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketSnapshot } from "../../ports/market.ts";
import type { Refusal } from "../../shared/rules/refusal.ts";
import type { OrderRow } from "../order-facts-query.ts";
import { disputeDays, type PayerHistory, payerLimitRefusal } from "../rules/payer-limits.ts";

type PayerContext = Pick<Context, "clock" | "policy">;
const dayMs = 86_400_000;

/**
 * Who pays an order whose payment can be taken back; null for other orders, and where no limit applies. In the transaction that
 * executes the order (`isLocked`) its payer's other orders wait, so that two at once do not both fit.
 */
export async function payerHistory(
  { clock, policy }: PayerContext,
  reader: Pick<Orm, "execute"> | Tx,
  { row, market, isLocked }: { row: OrderRow; market: Pick<MarketSnapshot, "pairs">; isLocked: boolean },
): Promise<PayerHistory | null> {
  const limits = policy.payers;
  const from = market.pairs.get(row.pairId)?.from;
  if (limits === null || from?.kind !== "ewallet") return null;
  const payer = { ref: row.ref, email: row.email, memberId: row.ownerId, account: row.payinAccount };
  if (isLocked) await lockPayer(reader, payer);
  const now = clock.now().getTime();
  return selectPayerHistory(reader, payer, {
    since: new Date(now - disputeDays * dayMs),
    establishedBy: new Date(now - limits.days * dayMs),
  });
}

/** Refuses an order beyond the limit of its payer, with `history`. */
export function payerLimitReached(
  { policy }: Pick<PayerContext, "policy">,
  history: PayerHistory | null,
  { row, market }: { row: OrderRow; market: Pick<MarketSnapshot, "pairs"> },
): Refusal | undefined {
  const from = market.pairs.get(row.pairId)?.from;
  if (policy.payers === null || history === null || from === undefined) return undefined;
  return payerLimitRefusal(policy.payers, history, centsOf(row, from.decimals));
}

/** As the order counts for turnover; one without a rate in dollars counts by its own figure. */
function centsOf({ fromAmount, usdRate }: OrderRow, decimals: number): bigint {
  const rate = parseRate(usdRate ?? "1");
  return floorDiv(fromAmount * rate.digits * 100n, powerOfTen(rate.scale + decimals));
}
