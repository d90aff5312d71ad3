import type { AppliedPromo } from "../../../contract/market/price.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { cashbackOf } from "../../market/rules/cashback.ts";

type Side = { id: string; decimals: number };

/** An order's cashback as the contract has it. */
export function shownCashback(
  cashback: ReturnType<typeof cashbackOf>,
  { from, to }: { from: Side; to: Side },
): AppliedPromo["cashback"] {
  if (cashback === null) return null;
  const { decimals } = cashback.asset === to.id ? to : from;
  return { asset: cashback.asset, amount: formatDecimal(cashback.amount, decimals) };
}
