import type { LedgerCheck } from "../rules/ledger-check.ts";

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
    // Each account follows as one more entry, so that one sort checks its end as well. Accounts are sorted by a hash of their name, which is
    // quick; two names with the same hash would be reported.
    query: `select account as subject, hash is null as is_end, no, case when account = account_before then no_before end as no_before
      from (
        select account, no, before, hash, lag(account) over chain as account_before, lag(no) over chain as no_before,
            lag(hash) over chain as hash_before
          from (
            select t.debit_account as account, h.debit_no as no, h.debit_before as before, h.hash
              from transfer_hash h join transfer t on t.id = h.transfer_id
            union all select t.credit_account, h.credit_no, h.credit_before, h.hash
              from transfer_hash h join transfer t on t.id = h.transfer_id
            union all select id, entries + 1, last_hash, null from account
          ) as entries window chain as (order by hashtextextended(account, 0), no)
        ) as linked
      where case when account = account_before then no <> no_before + 1 or before is distinct from hash_before
        else no <> 1 or before <> '' end`,
    sentence: (row) =>
      row.is_end
        ? `The chain of the account ${row.subject} is broken at its end: the account says that entry ${Number(row.no) - 1} is its ` +
          `last, but the last one is entry ${row.no_before ?? 0}, or has another hash.`
        : `The chain of the account ${row.subject} is broken: entry ${row.no} follows entry ${row.no_before ?? 0}, or names another ` +
          "hash before it.",
  },
];
