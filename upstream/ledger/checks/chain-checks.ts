import type { LedgerCheck } from "./ledger-check.ts";

/** Each account's hashes in their order, a row per side of a transfer. */
const chain = `linked as (
    select account, no, before, hash, coalesce(lag(no) over one, 0) as no_before,
        coalesce(lag(hash) over one, '') as hash_before, lead(no) over one is null as is_last
      from (
        select t.debit_account as account, h.debit_no as no, h.debit_before as before, h.hash
          from transfer_hash h join transfer t on t.id = h.transfer_id
        union all
        select t.credit_account, h.credit_no, h.credit_before, h.hash
          from transfer_hash h join transfer t on t.id = h.transfer_id
      ) as side
      window one as (partition by account collate "C" order by no)
  )`;

/** The hash chain over transfers, kept by the database: what was written past its triggers does not fit in. */
export const chainChecks: readonly LedgerCheck[] = [
  {
    name: "every_transfer_has_a_hash",
    query: `select t.id as subject, t.code, t.amount, t.asset, t.debit_account, t.credit_account from transfer t
      where not exists (select 1 from transfer_hash h where h.transfer_id = t.id)`,
    sentence: (row) =>
      `The transfer ${row.subject} (${row.code}, ${row.amount} ${row.asset} from ${row.debit_account} to ` +
      `${row.credit_account}) was inserted past the ledger: it has no hash.`,
  },
  {
    name: "every_hash_has_a_transfer",
    query: `select h.transfer_id as subject, h.debit_no, h.credit_no from transfer_hash h
      where not exists (select 1 from transfer t where t.id = h.transfer_id)`,
    sentence: (row) =>
      `The transfer ${row.subject} was deleted: its hash is there, as entry ${row.debit_no} of the account it debited ` +
      `and ${row.credit_no} of the one it credited.`,
  },
  {
    name: "transfers_fit_their_hashes",
    query: `select t.id as subject, t.code, t.amount, t.asset, t.debit_account, t.credit_account, t.order_ref,
        t.at::text as at
      from transfer t join transfer_hash h on h.transfer_id = t.id
      where h.hash <> transfer_hash_of(t, h.debit_no, h.credit_no, h.debit_before, h.credit_before)`,
    sentence: (row) =>
      `The transfer ${row.subject} was changed after it was booked. It now says ${row.code}, ${row.amount} ` +
      `${row.asset} from ${row.debit_account} to ${row.credit_account}, order ${row.order_ref ?? "none"}, ${row.at}; ` +
      "its hash was made of something else.",
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
