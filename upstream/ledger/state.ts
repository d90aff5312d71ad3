import type { account, transfer } from "../db/schema/ledger.ts";
import { isAtDeposits } from "./rules/booking.ts";

/** An account as the plan needs it: its rule and its four sums, minor units. */
export type AccountState = Pick<
  typeof account.$inferSelect,
  "id" | "asset" | "normal" | "floor" | "debitsPosted" | "creditsPosted" | "debitsPending" | "creditsPending"
>;

/** A transfer without time and sequence, which the booking adds. */
export type TransferRow = Omit<typeof transfer.$inferSelect, "at" | "seq">;

/** A pending transfer, and how it ended. */
export type PendingTransfer = TransferRow & { settledBy: string | null };

/** Available balance: everything on hold is deducted. Negative only at a rail, after forced transfers. */
export function availableOf(account: AccountState): bigint {
  return account.normal === "credit"
    ? account.creditsPosted - account.debitsPosted - account.debitsPending
    : account.debitsPosted - account.creditsPosted - account.creditsPending;
}

/** The balance without holds. */
export function postedOf(account: Pick<AccountState, "normal" | "debitsPosted" | "creditsPosted">): bigint {
  const credits = account.creditsPosted - account.debitsPosted;
  return account.normal === "credit" ? credits : -credits;
}

/**
 * What a rail's account keeps from being promised. At deposit addresses that is the balance without holds: a sweep which
 * is only asked for has moved nothing to where it can be paid out.
 */
export const lyingAt = (account: AccountState): bigint =>
  isAtDeposits(account.id) ? postedOf(account) : availableOf(account);

/** The effect of a transfer on the sums of both accounts; `promised` is the amount of the hold it ends. */
export function applyTransfer(
  row: Pick<TransferRow, "kind" | "amount">,
  heldAmount: bigint,
  debit: AccountState,
  credit: AccountState,
): void {
  const posted = row.kind === "posted" || row.kind === "post" ? row.amount : 0n;
  const pending = row.kind === "pending" ? row.amount : -heldAmount;
  debit.debitsPosted += posted;
  debit.debitsPending += pending;
  credit.creditsPosted += posted;
  credit.creditsPending += pending;
}
