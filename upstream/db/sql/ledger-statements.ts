import type { Tx } from "../database.ts";
import { account, transfer } from "../schema/ledger.ts";
import { insertSql, runSql, sqlOf } from "./raw-sql.ts";

type Transfer = typeof transfer.$inferSelect;
type Account = typeof account.$inferSelect;

const transfers = sqlOf(transfer);
const newTransfers = insertSql(transfer, [
  ...(["id", "kind", "debitAccount", "creditAccount", "asset"] as const),
  ...(["amount", "code", "pendingId", "fact", "orderRef", "auditId", "at"] as const),
]);
const transfersById = `select ${transfers.columns} from ${transfers.table} where id = any($1::text[])`;
const transfersByIdOrPendingId = `${transfersById} or pending_id = any($2::text[])`;

/** Transfers with one of these ids. */
export async function selectTransfers(tx: Tx, ids: string[]): Promise<Transfer[]> {
  return (await runSql(tx, transfersById, [ids])).map(transfers.read);
}

/** Transfers with one of these ids, and those that settle or void one of `pendingIds`. */
export async function selectTransfersAndEnds(tx: Tx, ids: string[], pendingIds: string[]): Promise<Transfer[]> {
  return (await runSql(tx, transfersByIdOrPendingId, [ids, pendingIds])).map(transfers.read);
}

/** A trigger updates the sums of the accounts. */
export async function insertTransfers(tx: Tx, rows: Parameters<typeof newTransfers.values>[0][]): Promise<void> {
  await runSql(tx, newTransfers.text(rows.length), rows.flatMap(newTransfers.values));
}

const accounts = sqlOf(account);
const newAccounts = insertSql(account, ["id", "asset", "normal", "floor", "orderRef", "createdAt"]);
type NewAccount = Parameters<typeof newAccounts.values>[0];

const insertOf = (rows: number, first: number) => `${newAccounts.text(rows, first)} on conflict do nothing`;
/** In name order for all callers, so that bookings never deadlock. */
const locking = `select ${accounts.columns} from ${accounts.table} where id = any($1::text[]) order by id for no key update`;

/** Locks the accounts with these ids until the transaction ends. */
export async function lockAccounts(tx: Tx, ids: string[]): Promise<Account[]> {
  return (await runSql(tx, locking, [ids])).map(accounts.read);
}

/** Creates accounts; one that exists stays as it is. */
export async function insertAccounts(tx: Tx, rows: NewAccount[]): Promise<void> {
  await runSql(tx, insertOf(rows.length, 1), rows.flatMap(newAccounts.values));
}

/**
 * Both in one statement, for an order's first booking, whose accounts are new. The statement does not see the accounts
 * that it creates; they need no lock, because others cannot see them before the commit.
 */
export async function insertAndLockAccounts(tx: Tx, rows: NewAccount[], ids: string[]): Promise<Account[]> {
  const text = `with opened as (${insertOf(rows.length, 2)} returning ${accounts.columns}), known as (${locking})
    select * from opened union all select * from known`;
  return (await runSql(tx, text, [ids, ...rows.flatMap(newAccounts.values)])).map(accounts.read);
}
