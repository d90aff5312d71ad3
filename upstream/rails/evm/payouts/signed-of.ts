import { eq, sql } from "drizzle-orm";
import { evmTransaction } from "../../../db/schema/evm-payouts.ts";
import type { PayoutParts } from "./payout-parts.ts";
import type { TransactionRow } from "./read-payout.ts";

/**
 * What one of our accounts has let the signer sign: how many nonces that has used, and what is not final, of each nonce the dearest
 * version. An account that has sent more than `nonces` is used by another program, and what is signed now would never be mined.
 */
export async function signedOf(
  { desk }: Pick<PayoutParts, "desk">,
  sender: string,
): Promise<{ nonces: bigint; open: TransactionRow[] }> {
  const { orm } = desk.db;
  const [used] = await orm
    .select({ nonces: sql<string>`coalesce(max(nonce) + 1, 0)` })
    .from(evmTransaction)
    .where(eq(evmTransaction.sender, sender));
  const open = await orm
    .selectDistinctOn([evmTransaction.nonce])
    .from(evmTransaction)
    .where(sql`not is_final and sender = ${sender}`)
    .orderBy(evmTransaction.nonce, sql`max_fee desc`);
  return { nonces: BigInt(used?.nonces ?? 0), open };
}
