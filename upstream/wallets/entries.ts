import { z } from "zod/v4";
import { transactionTypes } from "../../contract/balance/balance-lists.ts";
import type { Database } from "../db/database.ts";
import { accounts } from "../ledger/rules/booking.ts";

/** Which entries of a member: only of these assets, of these types, in this span of time (`to` exclusive). */
export type EntryFilter = {
  memberId: string;
  assets: readonly string[] | null;
  types: readonly string[] | null;
  from: Date | null;
  to: Date | null;
};

/** The place of an entry in the member's history. */
export type EntryCursor = { at: Date; seq: bigint };

/** What a page begins after: going to older entries, or to newer ones. */
export type EntryPage = { after: EntryCursor | null; order: "newest first" | "oldest first"; limit: number };

const minorText = z.string().transform((text) => BigInt(text));
const entryRow = z.object({
  id: z.string(),
  asset: z.string(),
  type: z.enum(transactionTypes),
  amount: minorText,
  balance_after: minorText,
  seq: minorText,
  at: z.string().transform((ms) => new Date(Number(ms))),
  order_ref: z.string().nullable(),
  transfer_id: z.string(),
  external_id: z.string().nullable(),
  note: z.string().nullable(),
});
export type WalletEntry = z.output<typeof entryRow>;

/**
 * A page of a member's entries. Every way to filter reads an index in its order and stops at the limit, so that a page
 * costs the same however long the history is: with a filter, one index range for each account and type.
 */
export async function readEntries(
  { query }: Pick<Database, "query">,
  filter: EntryFilter,
  page: EntryPage,
): Promise<WalletEntry[]> {
  const { text, values } = entriesQuery(filter, page);
  const { rows } = await query(text, values);
  return rows.map((row) => entryRow.parse(row));
}

function entriesQuery(filter: EntryFilter, { after, order, limit }: EntryPage) {
  const [past, direction, edge, last] =
    order === "newest first"
      ? (["<", "desc", "infinity", `${2n ** 63n - 1n}`] as const)
      : ([">", "asc", "-infinity", "0"] as const);
  const span = `(e.at, e.seq) ${past} ($1::timestamptz, $2::bigint) and e.at >= $3::timestamptz and e.at < $4::timestamptz`;
  const inOrder = `order by e.at ${direction}, e.seq ${direction} limit $5`;
  const values: unknown[] = [
    after?.at.toISOString() ?? edge,
    after?.seq.toString() ?? last,
    filter.from?.toISOString() ?? "-infinity",
    filter.to?.toISOString() ?? "infinity",
    limit,
  ];
  if (filter.assets === null && filter.types === null) {
    const chosen = `select e.* from wallet_entry e where e.member_id = $6 and ${span} ${inOrder}`;
    return { text: withLinks(chosen, direction), values: [...values, filter.memberId] };
  }
  const ranges = rangesOf(filter);
  const isOfType = filter.types === null ? "" : "and e.type = r.type";
  const chosen = `select e.* from unnest($6::text[], $7::text[]) as r (account_id, type)
      cross join lateral (
        select e.* from wallet_entry e where e.account_id = r.account_id ${isOfType} and ${span} ${inOrder}
      ) e ${inOrder}`;
  const columns = [ranges.map(({ account }) => account), ranges.map(({ type }) => type)];
  return { text: withLinks(chosen, direction), values: [...values, ...columns] };
}

function rangesOf({ memberId, assets, types }: EntryFilter) {
  const of = [...new Set(assets ?? [])].map((asset) => accounts.member(memberId, asset));
  const kinds = types === null ? [null] : [...new Set(types)];
  return of.flatMap((account) => kinds.map((type) => ({ account, type })));
}

/**
 * What an entry belongs to is its transfer's cause, or that of the transfer it follows from; the operator's reason is in the audit
 * log. The deposit is read by id for each row of the page: a join may be planned as a merge that reads the table in order.
 */
const withLinks = (chosen: string, direction: "asc" | "desc") => `
  select e.id, t.asset, e.type, e.amount::text, e.balance_after::text, e.seq::text, e.transfer_id, t.order_ref,
    (extract(epoch from e.at) * 1000)::bigint::text as at,
    (select d.rail_payment_id from deposit d where d.id = coalesce(t.deposit_id, b.deposit_id)) as external_id,
    a.reason as note
  from (${chosen}) e
  join transfer t on t.id = e.transfer_id
  left join transfer b on b.id = t.caused_by
  left join audit a on a.id = coalesce(t.audit_id, b.audit_id)
  order by e.at ${direction}, e.seq ${direction}`;

/** Where the member's entry with this id stands; null for an id that is none of theirs. */
export async function placeOfEntry(
  { query }: Pick<Database, "query">,
  memberId: string,
  id: string,
): Promise<EntryCursor | null> {
  const { rows } = await query(
    `select seq::text, (extract(epoch from at) * 1000)::bigint::text as at from wallet_entry where id = $1 and member_id = $2`,
    [id, memberId],
  );
  const [row] = rows;
  return row === undefined ? null : entryRow.pick({ seq: true, at: true }).parse(row);
}
