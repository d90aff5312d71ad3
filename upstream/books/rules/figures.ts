import type { TransferCode } from "../../ledger/rules/booking.ts";

/** Figures of the money at rails. Together they are all that changed it. */
export const cashFigureOrder = [
  ...(["payments", "deposits", "chargebacks"] as const),
  ...(["payouts", "refunds", "withdrawals", "unclaimed_paid_out"] as const),
  ...(["network_fees", "rail_fees", "own_money_added", "own_money_taken", "corrections"] as const),
] as const;
export type CashFigure = (typeof cashFigureOrder)[number];

/** Figures of our own money, the reserve less the shortfall. Together, less what owners added and took, they are the profit. */
export const profitFigureOrder = [
  ...(["exchanges", "fees_charged", "network_costs", "rail_costs", "rewards", "cashback"] as const),
  ...(["losses", "corrections"] as const),
] as const;
export type ProfitFigure = (typeof profitFigureOrder)[number];

type OfCash = { cash: CashFigure | null; profit: ProfitFigure | null };

/**
 * To which figures a transfer counts by its code: `cash` where one of its sides lies at a rail, `profit` where one is our own
 * money. Null where no transfer of the code can be that, by the table of flows, or where it is no profit.
 */
const figuresOfCode: Readonly<Record<TransferCode, OfCash>> = {
  payin: { cash: "payments", profit: null },
  deposit: { cash: "deposits", profit: "losses" },
  dispute: { cash: "chargebacks", profit: "losses" },
  payout: { cash: "payouts", profit: "losses" },
  payout_returned: { cash: "payouts", profit: null },
  refund: { cash: "refunds", profit: "losses" },
  withdrawal: { cash: "withdrawals", profit: "losses" },
  unclaimed_payout: { cash: "unclaimed_paid_out", profit: "losses" },
  network_fee: { cash: "network_fees", profit: "network_costs" },
  rail_fee: { cash: "rail_fees", profit: "rail_costs" },
  funding: { cash: "own_money_added", profit: null },
  profit_taken: { cash: "own_money_taken", profit: null },
  adjustment: { cash: "corrections", profit: "corrections" },
  conversion: { cash: null, profit: "exchanges" },
  payout_hold: { cash: null, profit: "exchanges" },
  refund_fee: { cash: null, profit: "fees_charged" },
  withdrawal_fee: { cash: null, profit: "fees_charged" },
  affiliate: { cash: null, profit: "rewards" },
  promo: { cash: null, profit: "cashback" },
  debt: { cash: null, profit: "losses" },
  given_up: { cash: null, profit: null },
  rebalance: { cash: null, profit: null },
  shortfall: { cash: null, profit: null },
};

/** Throws for a code that cannot move money at rails: a flow was added, and its figure was not. */
export function cashFigureOf(code: TransferCode): CashFigure {
  const { cash } = figuresOfCode[code];
  if (cash === null) throw new Error(`No figure of the books counts transfers of ${code} at rails.`);
  return cash;
}

/** Null for what owners add and take. Throws for a code that cannot move our own money. */
export function profitFigureOf(code: TransferCode): ProfitFigure | null {
  const { profit } = figuresOfCode[code];
  if (profit === null && code !== "funding" && code !== "profit_taken")
    throw new Error(`No figure of the books counts transfers of ${code} of our own money.`);
  return profit;
}
