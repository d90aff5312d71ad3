import { and, eq, isNull, like, or } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { account, transfer } from "../db/schema/ledger.ts";
import { listReader } from "../db/sql/list-reader.ts";
import { accounts, payableOf } from "./rules/booking.ts";
import type { OrderEntry } from "./rules/order-ledger.ts";
import { type AccountState, availableOf, lyingAt, postedOf } from "./state.ts";

/** The database, or a transaction, to see its own writes. */
type Reader = Pick<Orm, "select">;

/** Available balance of an account, minor units; 0 for one without a row. */
export async function available(reader: Reader, accountId: string): Promise<bigint> {
  const [row] = await reader.select().from(account).where(eq(account.id, accountId));
  return row === undefined ? 0n : availableOf(row);
}

/** Balance of an account without holds, minor units; 0 for one without a row. */
export async function posted(reader: Reader, accountId: string): Promise<bigint> {
  const [row] = await reader.select().from(account).where(eq(account.id, accountId));
  return row === undefined ? 0n : postedOf(row);
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

/** Our own money in one asset. */
export type OwnMoney = {
  /** The public reserve, minor units: what a new order may be promised. */
  reserve: bigint;
  /** All of it that nothing is promised of, wherever it lies, minor units. */
  position: bigint;
  /** Accounts with the asset at rails that cannot pay it out, disputed money included. */
  elsewhere: AccountState[];
  /** What the paying rail holds, promised money included, minor units. */
  held: bigint;
};

/**
 * Our own money per asset. Only the rail that pays the asset out counts: its cash, less what is promised to orders and
 * owed to customers. All rails together hold what is free, promised and owed, so that is the free reserve less the money
 * at the other rails.
 */
export async function ownMoney(
  reader: Reader,
  payoutRail: (asset: string) => string | undefined,
): Promise<Map<string, OwnMoney>> {
  const rows = await reader
    .select()
    .from(account)
    .where(and(isOurs, or(like(account.id, "reserve:%"), like(account.id, "assets:%"))));
  const reserves = rows.filter(({ id, asset }) => id === accounts.reserve(asset));
  return new Map(
    reserves.map((reserve) => {
      const { asset } = reserve;
      const paying = accounts.rail(payoutRail(asset) ?? "", asset);
      const held = rows.find(({ id }) => id === paying);
      const elsewhere = rows.filter((row) => row.asset === asset && row.id !== paying && row.id.startsWith("assets:"));
      const free = payableOf(availableOf(reserve), sumOf(elsewhere));
      return [asset, { reserve: free, position: availableOf(reserve), elsewhere, held: held ? postedOf(held) : 0n }];
    }),
  );
}

const sumOf = (rows: AccountState[]) => rows.reduce((sum, row) => sum + lyingAt(row), 0n);

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
