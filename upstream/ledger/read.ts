import { and, eq, isNull, like, or } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { account, transfer } from "../db/schema/ledger.ts";
import { listReader } from "../db/sql/list-reader.ts";
import { accounts } from "../domain/ledger/booking.ts";
import type { OrderEntry } from "../domain/ledger/order-ledger.ts";
import { availableOf, postedOf } from "./state.ts";

/** The database, or the transaction whose own writes must be seen. */
type Reader = Pick<Orm, "select">;

/** What can be taken from an account now, minor units; 0 for one that was never used. */
export async function available(reader: Reader, accountId: string): Promise<bigint> {
  const [row] = await reader.select().from(account).where(eq(account.id, accountId));
  return row === undefined ? 0n : availableOf(row);
}

/** Every transfer that names the order, in the order of booking. */
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
 * What the site may promise of each asset, minor units: our own free money, and never more than lies at the rails
 * that pay it out. Money that a dispute has set aside is nobody's to promise.
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
  return new Map(reserves.map((row) => [row.asset, least(availableOf(row), cash.get(row.asset) ?? 0n)]));
}

/** What facts took beyond the reserve and is not paid back yet, minor units: pairs that pay out such an asset pause. */
export async function shortfalls(reader: Reader): Promise<Map<string, bigint>> {
  const rows = await reader
    .select()
    .from(account)
    .where(and(isOurs, like(account.id, "shortfall:%")));
  return new Map(rows.map((row) => [row.asset, postedOf(row)] as const).filter(([, amount]) => amount > 0n));
}

/** By the index on that: accounts of orders grow without end, ours do not. */
const isOurs = isNull(account.orderRef);

function least(reserve: bigint, cash: bigint): bigint {
  const smaller = reserve < cash ? reserve : cash;
  return smaller > 0n ? smaller : 0n;
}
