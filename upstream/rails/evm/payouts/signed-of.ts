import { eq, sql } from "drizzle-orm";
import { evmTransaction } from "../../../db/schema/evm-payouts.ts";
import type { PayoutParts } from "./payout-parts.ts";
import type { TransactionRow } from "./read-payout.ts";

/**
 * What one of our accounts has let the signer sign: how many nonces that has used, and what is not mined, of each nonce the dearest
 * version. `sent`: how many transactions of the account are mined, whose money its balance lacks already. An account that has
 * sent more than `nonces` is used by another program, and what is signed now would never be mined.
 */
export async function signedOf(
  { desk }: Pick<PayoutParts, "desk">,
  sender: string,
  sent: bigint,
): Promise<{ nonces: bigint; unmined: TransactionRow[] }> {
  const { orm } = desk.db;
  const [used] = await orm
    .select({ nonces: sql<string>`coalesce(max(nonce) + 1, 0)` })
    .from(evmTransaction)
    .where(eq(evmTransaction.sender, sender));
  const unmined = await orm
    .selectDistinctOn([evmTransaction.nonce])
    .from(evmTransaction)
    .where(sql`not is_final and sender = ${sender} and nonce >= ${sent.toString()}::bigint`)
    .orderBy(evmTransaction.nonce, sql`max_fee desc`);
  return { nonces: BigInt(used?.nonces ?? 0), unmined };
}
