import type { asset } from "../db/schema/index.ts";

/** What the audit log keeps of a new asset: all that operators may set of it. Amounts as text of minor units. */
export function assetEntry(row: typeof asset.$inferSelect) {
  const { receiveEnabled, sendEnabled, confirmations, toleranceBps } = row;
  const fees = { refundFee: String(row.refundFee), withdrawFee: String(row.withdrawFee) };
  const minimums = { minDeposit: String(row.minDeposit), minWithdraw: String(row.minWithdraw) };
  return { before: null, after: { receiveEnabled, sendEnabled, confirmations, toleranceBps, ...fees, ...minimums } };
}
