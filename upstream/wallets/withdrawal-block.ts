import type { Orm } from "../db/database.ts";
import type { member } from "../db/schema/accounts.ts";
import { debtsOf } from "./debt.ts";

type MemberRow = Pick<typeof member.$inferSelect, "id" | "withdrawalsFrozenUntil">;

/** Why no money may leave a member's wallets now. */
export type WithdrawalBlock =
  | { reason: "frozen"; until: Date }
  /** By asset, minor units. */
  | { reason: "debt"; debts: ReadonlyMap<string, bigint> };

/**
 * Asked before money leaves by any way: a withdrawal, or an order that is paid from a wallet. Null while nothing forbids
 * it. In the transaction that takes the money, after the wallet's lock.
 */
export async function withdrawalBlock(
  reader: Pick<Orm, "select">,
  { id, withdrawalsFrozenUntil: until }: MemberRow,
  now: Date,
): Promise<WithdrawalBlock | null> {
  if (until !== null && until > now) return { reason: "frozen", until };
  const debts = await debtsOf(reader, id);
  return debts.size > 0 ? { reason: "debt", debts } : null;
}
