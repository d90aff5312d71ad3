import { and, eq, isNull, like, or } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { account, transfer } from "../db/schema/ledger.ts";
import { listReader } from "../db/sql/list-reader.ts";
import { accounts } from "../domain/ledger/booking.ts";
import type { OrderEntry } from "../domain/ledger/order-ledger.ts";
import { availableOf, postedOf } from "./state.ts";

/** The database, or a transaction, to see its own writes. */
type Reader = Pick<Orm, "select">;

/** Available balance of an account, minor units; 0 for one without a row. */
export async function available(reader: Reader, accountId: string): Promise<bigint> {
  const [row] = await reader.select().from(account).where(eq(account.id, accountId));
  return row === undefined ? 0n : availableOf(row);
}

/** All transfers of the order, in booking order. */
export const entriesOfOrder = {
  columns: {
    id: transfer.id,
    kind: transfer.kind,
    debit: transfer.debitAccount,
    credit: transfer.creditAccount,
    asset: transfer.asset,
    amount: transfer.amount,
    code: transfer.code,
    pendingId: transfer.pendingId,
  },
  key: transfer.orderRef,
  orderBy: [transfer.seq],
};
const readEntries = listReader({ entries: entriesOfOrder });

/** The same for one order alone. */
export async function orderEntries(reader: Pick<Orm, "execute">, ref: string): Promise<OrderEntry[]> {
  return (await readEntries(reader, { entries: [ref] })).entries;
}

/**
 * The public reserve per asset, minor units: our available reserve, at most the cash at the payout rails. Money blocked
 * by a dispute is excluded.
 */
export async function publicReserves(reader: Reader): Promise<Map<string, bigint>> {
  const rows = await reader
    .select()
    .from(account)
    .where(and(isOurs, or(like(account.id, "reserve:%"), like(account.id, "assets:%"))));
  const cash = new Map<string, bigint>();
  for (const row of rows) {
    if (!row.id.startsWith("assets:") || row.id.includes("_disputed:")) continue;
    cash.set(row.asset, (cash.get(row.asset) ?? 0n) + availableOf(row));
  }
  const reserves = rows.filter(({ id, asset }) => id === accounts.reserve(asset));
  return new Map(reserves.map((row) => [row.asset, usable(availableOf(row), cash.get(row.asset) ?? 0n)]));
}

/** Open shortfall per asset, minor units; pairs that pay out such an asset pause. */
export async function shortfalls(reader: Reader): Promise<Map<string, bigint>> {
  const rows = await reader
    .select()
    .from(account)
    .where(and(isOurs, like(account.id, "shortfall:%")));
  return new Map(rows.map((row) => [row.asset, postedOf(row)] as const).filter(([, amount]) => amount > 0n));
}

/** Uses the index on that: the number of order accounts grows without limit, that of ours does not. */
const isOurs = isNull(account.orderRef);

function usable(reserve: bigint, cash: bigint): bigint {
  const smaller = reserve < cash ? reserve : cash;
  return smaller > 0n ? smaller : 0n;
}
