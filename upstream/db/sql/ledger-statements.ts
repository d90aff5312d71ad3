import type { Tx } from "../database.ts";
import { account, transfer } from "../schema/ledger.ts";
import { asQueries, countsIn, insertSql, runSql, runTogether, textsOf } from "./raw-sql.ts";
import type { Writes } from "./writes.ts";

const transfers = textsOf(transfer, [
  ...(["id", "kind", "debitAccount", "creditAccount", "asset", "amount", "code", "pendingId", "fact"] as const),
  ...(["orderRef", "paymentId", "outgoingId", "depositId", "withdrawalId", "rewardId"] as const),
  ...(["affiliatePayoutId", "closingId", "auditId", "causedBy"] as const),
]);
/** The rule of an account and its four sums. */
const accounts = textsOf(account, [
  ...(["id", "asset", "normal", "floor"] as const),
  ...(["debitsPosted", "creditsPosted", "debitsPending", "creditsPending"] as const),
]);
type Transfer = ReturnType<typeof transfers.read>;
type Account = ReturnType<typeof accounts.read>;

const newTransfers = insertSql(transfer, [
  ...(["id", "kind", "debitAccount", "creditAccount", "asset"] as const),
  ...(["amount", "code", "pendingId", "fact", "orderRef", "auditId", "at"] as const),
]);

/** A trigger updates the sums of the accounts. `others`: what is written in the same statement. */
export async function insertTransfers(
  tx: Tx,
  rows: Parameters<typeof newTransfers.values>[0][],
  others: Writes,
): Promise<void> {
  const inserting = { text: newTransfers.text(rows.length), values: rows.flatMap(newTransfers.values) };
  await runTogether(tx, { ...others, parts: [...others.parts, ...(rows.length > 0 ? [inserting] : [])] });
}

const newAccounts = insertSql(account, ["id", "asset", "normal", "floor", "orderRef", "createdAt"]);
type NewAccount = Parameters<typeof newAccounts.values>[0];

const insertOf = (rows: number, first: number) => `${newAccounts.text(rows, first)} on conflict do nothing`;

/** Creates accounts; one that exists stays as it is. */
export async function insertAccounts(tx: Tx, rows: NewAccount[]): Promise<void> {
  await runSql(tx, insertOf(rows.length, 1), rows.flatMap(newAccounts.values));
}

/**
 * What a booking depends on. `pendingIds`: pending transfers that it ends; `first`: what is written before the accounts are
 * locked.
 */
type Wanted = { ids: string[]; pendingIds: string[]; accountIds: string[]; newAccounts: NewAccount[]; first: Writes };
/** Transfers with one of `ids` or `pendingIds` and those that end one of `pendingIds`, and the locked accounts. */
type Loaded = { transfers: Transfer[]; accounts: Account[] };

/**
 * Writes, reads transfers and locks accounts in one statement: those of `accountIds`, those of the pending transfers, and reserve
 * and shortfall of their assets, in name order for all callers, so that bookings never deadlock. `newAccounts` are created where
 * they do not exist; the statement does not see them, and they need no lock, because others cannot see them before the commit.
 */
export async function loadLedger(tx: Tx, wanted: Wanted): Promise<Loaded> {
  const { ids, pendingIds, accountIds, newAccounts: rows, first } = wanted;
  const opening = 4;
  const writes = asQueries(first.parts, opening + rows.flatMap(newAccounts.values).length);
  const [row] = await runSql(tx, loading(rows.length, opening, writes), [
    ...[[...ids, ...pendingIds], pendingIds, accountIds],
    ...rows.flatMap(newAccounts.values),
    ...writes.values,
  ]);
  first.confirm?.(countsIn(row, first.parts.length));
  const list = (name: string) => row?.[name] as (string | null)[][];
  return { transfers: list("transfers").map(transfers.read), accounts: list("accounts").map(accounts.read) };
}

/** The accounts are locked for `wanted`, which waits for the counts of what is written. */
const loading = (rows: number, opening: number, { queries, counts }: ReturnType<typeof asQueries>) => `with ${[
  ...queries,
  ...(queries.length > 0 ? [`written as (select ${counts.join(", ")})`] : []),
  `there as (
    select * from transfer where id = any($1::text[]) union select * from transfer where pending_id = any($2::text[]))`,
  `wanted as (
    select unnest($3::text[]) as id${queries.length > 0 ? " from written" : ""}
    union select unnest(array[debit_account, credit_account, 'reserve:' || asset, 'shortfall:' || asset]) from there
      where id = any($2::text[]))`,
  "locked as (select * from account where id in (select id from wanted) order by id for no key update)",
  ...(rows > 0 ? [`opened as (${insertOf(rows, opening)} returning *)`] : []),
].join(", ")}
  select (select coalesce(json_agg(${transfers.json}), '[]') from there) as transfers,
    (select coalesce(json_agg(${accounts.json}), '[]') from (select * from locked
      ${rows > 0 ? "union all select * from opened" : ""}) as ready) as accounts
    ${queries.length > 0 ? ", written.* from written" : ""}`;
