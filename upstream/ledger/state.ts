import type { account, transfer } from "../db/schema/ledger.ts";

/** One account as the plan needs it: its rule and its four sums, minor units. */
export type AccountState = Pick<
  typeof account.$inferSelect,
  "id" | "asset" | "normal" | "floor" | "debitsPosted" | "creditsPosted" | "debitsPending" | "creditsPending"
>;

/** A transfer to be: the moment and the place in line come with the booking. */
export type TransferRow = Omit<typeof transfer.$inferSelect, "at" | "seq">;

/** A pending transfer and what ended it, if anything has. */
export type PromiseState = TransferRow & { settledBy: string | null };

/** What can be taken from an account now: everything on hold counts as gone. Negative only at a rail, after facts. */
export function availableOf(account: AccountState): bigint {
  return account.normal === "credit"
    ? account.creditsPosted - account.debitsPosted - account.debitsPending
    : account.debitsPosted - account.creditsPosted - account.creditsPending;
}

/** The balance, holds aside. */
export function postedOf(account: Pick<AccountState, "normal" | "debitsPosted" | "creditsPosted">): bigint {
  const credits = account.creditsPosted - account.debitsPosted;
  return account.normal === "credit" ? credits : -credits;
}

/** What one transfer does to the sums of both its accounts, `promised` being the amount of the hold that it ends. */
export function applyTransfer(
  row: Pick<TransferRow, "kind" | "amount">,
  promised: bigint,
  debit: AccountState,
  credit: AccountState,
): void {
  const posted = row.kind === "posted" || row.kind === "post" ? row.amount : 0n;
  const pending = row.kind === "pending" ? row.amount : -promised;
  debit.debitsPosted += posted;
  debit.debitsPending += pending;
  credit.creditsPosted += posted;
  credit.creditsPending += pending;
}
