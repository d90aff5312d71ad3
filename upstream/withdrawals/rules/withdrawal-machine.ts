import type { WithdrawalStatus } from "../../../contract/balance/withdrawal-lists.ts";

/**
 * Every allowed change of a withdrawal's status. A completed one fails when its money comes back; one that failed is
 * completed when its rail turns out to have sent it.
 */
const next: Record<WithdrawalStatus, readonly WithdrawalStatus[]> = {
  requested: ["confirm_pending"],
  confirm_pending: ["cooling_off", "approved", "cancelled", "rejected"],
  cooling_off: ["approved", "cancelled", "rejected"],
  approved: ["processing", "cancelled", "rejected"],
  processing: ["completed", "failed"],
  completed: ["failed"],
  failed: ["completed"],
  cancelled: [],
  rejected: [],
};

export function canMove(from: WithdrawalStatus, to: WithdrawalStatus): boolean {
  return next[from].includes(to);
}
