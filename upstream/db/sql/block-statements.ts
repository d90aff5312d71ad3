import type { PartyBlocks } from "../../screening/blocks/rules/block-keys.ts";
import { runSql, type SqlTarget } from "./raw-sql.ts";

const blocksOfParty = `select
    (select coalesce(json_agg(id), '[]') from party_block
      where removed_at is null and (until is null or until > $1::timestamptz)
        and (kind, value) in (select * from unnest($2::text[], $3::text[]))) as blocks,
    (select coalesce(json_agg(json_build_object('list', list, 'date', list_date, 'import', id) order by list), '[]')
      from screening_import where replaced_at is null) as lists,
    exists (select 1 from party_block
      where kind = 'name' and removed_at is null and (until is null or until > $1::timestamptz)) as "hasNames"`;

/** Both in one statement, since every order asks; `keys`: all that a block of the party could name. */
export async function selectBlocksOfParty(
  target: SqlTarget,
  keys: readonly { kind: string; value: string }[],
  now: Date,
): Promise<PartyBlocks> {
  const values = [now, keys.map(({ kind }) => kind), keys.map(({ value }) => value)];
  const [row] = await runSql(target, blocksOfParty, values);
  return row as PartyBlocks;
}
