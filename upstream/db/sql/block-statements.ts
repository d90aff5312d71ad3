import { runSql, type SqlTarget } from "./raw-sql.ts";

/** A list of parties who must not be served, in force. `import`: which import of it. */
export type ListInForce = { list: string; date: string; import: string };

/** The blocks of a party, by their ids, and the lists that it has to be compared with beside them. */
export type Standing = { blocks: string[]; lists: ListInForce[] };

const standing = `select
    (select coalesce(json_agg(id), '[]') from party_block
      where removed_at is null and (until is null or until > $1::timestamptz)
        and (kind, value) in (select * from unnest($2::text[], $3::text[]))) as blocks,
    (select coalesce(json_agg(json_build_object('list', list, 'date', list_date, 'import', id) order by list), '[]')
      from screening_import where replaced_at is null) as lists`;

/** Both in one statement, since every order asks; `keys`: all that a block of the party could name. */
export async function selectBlocksOfParty(
  target: SqlTarget,
  keys: readonly { kind: string; value: string }[],
  now: Date,
): Promise<Standing> {
  const values = [now, keys.map(({ kind }) => kind), keys.map(({ value }) => value)];
  const [row] = await runSql(target, standing, values);
  return row as Standing;
}
