import type { LedgerCheck } from "../rules/ledger-check.ts";

/** Each account's hashes in their order, a row per side of a transfer. */
const chain = `linked as (
    select account, no, before, hash, coalesce(lag(no) over one, 0) as no_before,
        coalesce(lag(hash) over one, '') as hash_before, lead(no) over one is null as is_last
      from (
        select side.account, side.no, side.before, h.hash from transfer_hash h join transfer t on t.id = h.transfer_id
          cross join lateral (values
            (t.debit_account, h.debit_no, h.debit_before), (t.credit_account, h.credit_no, h.credit_before)
          ) as side (account, no, before)
      ) as entries
      -- Names of orders' accounts begin alike, so their hashes are compared first, which are numbers.
      window one as (partition by hashtextextended(account, 0), account collate "C" order by no)
  )`;

/** The hash chain over transfers, kept by the database: what was written past its triggers does not fit in. */
export const chainChecks: readonly LedgerCheck[] = [
  {
    name: "transfers_fit_their_hashes",
    query: `select coalesce(t.id, h.transfer_id) as subject, t.id is null as is_gone, h.hash is null as is_unhashed,
        h.debit_no, h.credit_no, t.code, t.amount, t.asset, t.debit_account, t.credit_account, t.order_ref,
        t.at::text as at
      from transfer t full join transfer_hash h on h.transfer_id = t.id
      where t.id is null or h.hash is null
        or h.hash <> transfer_hash_of(t, h.debit_no, h.credit_no, h.debit_before, h.credit_before)`,
    sentence(row) {
      if (row.is_gone) {
        return (
          `The transfer ${row.subject} was deleted: its hash is there, as entry ${row.debit_no} of the account it ` +
          `debited and ${row.credit_no} of the one it credited.`
        );
      }
      const now =
        `${row.code}, ${row.amount} ${row.asset} from ${row.debit_account} to ${row.credit_account}, ` +
        `order ${row.order_ref ?? "none"}, ${row.at}`;
      return row.is_unhashed
        ? `The transfer ${row.subject} (${now}) was inserted past the ledger: it has no hash.`
        : `The transfer ${row.subject} was changed after it was booked: it now says ${now}.`;
    },
  },
  {
    name: "chains_are_whole",
    query: `with ${chain}
      select a.id as subject, a.entries, l.no, l.no_before from account a left join linked l on l.account = a.id
      where l.no_before <> l.no - 1 or l.before <> l.hash_before
        or l.is_last and (l.no <> a.entries or l.hash <> a.last_hash)
        or l.no is null and a.entries <> 0`,
    sentence: (row) =>
      `The chain of the account ${row.subject} is broken: it should have ${row.entries} entries, one after the other, ` +
      `but entry ${row.no ?? 1} does not follow entry ${row.no_before ?? 0} or is not the last one booked.`,
  },
];
