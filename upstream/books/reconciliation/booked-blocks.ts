import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { payment, transfer } from "../../db/schema/index.ts";
import { accounts } from "../../ledger/rules/booking.ts";
import type { BookedBlock } from "./rules/compare-blocks.ts";

/** The orders of these payments, by the rail's own id in small letters. */
export async function ordersOfPayments(
  tx: Tx,
  rail: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const key = sql<string>`lower(${payment.railPaymentId})`;
  const rows = await tx
    .select({ id: key, ref: payment.orderRef })
    .from(payment)
    .where(and(eq(payment.rail, rail), inArray(key, [...ids])));
  return new Map(rows.map(({ id, ref }) => [id, ref]));
}

/** What is booked of disputes at a rail, by order. `until`: the end of the statement. */
export async function bookedBlocks(
  tx: Tx,
  rail: string,
  assets: readonly string[],
  until: Date,
): Promise<readonly BookedBlock[]> {
  if (assets.length === 0) return [];
  const hot = assets.map((asset) => accounts.rail(rail, asset));
  const moved = sql`case when ${inArray(transfer.creditAccount, hot)} then ${transfer.amount} else -${transfer.amount} end`;
  const rows = await tx
    .select({
      orderRef: sql<string>`${transfer.orderRef}`,
      asset: transfer.asset,
      amount: sql<string>`sum(${moved})::text`,
      before: sql<string>`coalesce(sum(${moved}) filter (where ${transfer.at} < ${until.toISOString()}::timestamptz), 0)::text`,
    })
    .from(transfer)
    .where(
      and(
        eq(transfer.code, "dispute"),
        eq(transfer.kind, "posted"),
        or(inArray(transfer.creditAccount, hot), inArray(transfer.debitAccount, hot)),
      ),
    )
    .groupBy(transfer.orderRef, transfer.asset);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), before: BigInt(row.before) }));
}
