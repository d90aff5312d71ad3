import type { Database, RawQuery } from "../../../upstream/db/database.ts";
import { vacuumAndAnalyze } from "../service/rows-read.ts";

/** Which rows of a table belong to an order. Transfers are left out: the ledger's triggers would have to book them again. */
const tablesOfOrder: readonly [table: string, condition: string][] = [
  ["exchange_order", "ref = $1"],
  ["order_event", "order_ref = $1"],
  ["payment", "order_ref = $1"],
  ["payout_clearance", "id in (select id from outgoing where order_ref = $1)"],
  ["outgoing", "order_ref = $1"],
  ["payout_guard", "outgoing_id in (select id from outgoing where order_ref = $1)"],
  ["payout_destination", "order_ref = $1"],
  ["unpaid_hold", "order_ref = $1"],
  ["order_outcome", "order_ref = $1"],
];

export type Copies = {
  count: number;
  /** Spread evenly over so many days before the order's own times. */
  days: number;
  /** Appears in every id, so that two sets of copies can be in one database. */
  series: string;
};

/**
 * Copies an order as the service wrote it, with everything but its transfers: guard states, events, payments and destinations.
 * Ids, addresses and hashes differ from copy to copy.
 */
export async function copyOrder(db: Database, ref: string, copies: Copies): Promise<void> {
  await db.transaction(async (tx) => {
    const query = db.rawIn(tx);
    await query("set local session_replication_role = replica");
    const ids = await idsOf(query, ref);
    for (const [table, condition] of tablesOfOrder) {
      const columns = await columnsOf(query, table);
      const values = columns.map((column) => copiedValue(column, copies));
      await query(
        `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(", ")})
          select ${values.join(", ")} from ${table} r, generate_series(1, ${copies.count}) n
            where ${condition} and $2::text[] is not null`,
        [ref, ids],
      );
    }
    await query("delete from payout_day");
    await query(`insert into payout_day (day, pair_id, bucket, orders, milliseconds)
      select day, pair_id, bucket, count(*), sum(milliseconds) from order_outcome where kind = 'payout' group by 1, 2, 3`);
  });
  await vacuumAndAnalyze();
}

type Column = { name: string; type: string };

async function columnsOf(query: RawQuery, table: string): Promise<Column[]> {
  const { rows } = await query(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_identity = 'NO' order by ordinal_position`,
    [table],
  );
  return rows.map(({ name, type }) => ({ name: String(name), type: String(type) }));
}

/** All values that name a row of the order, or may stand only once. */
async function idsOf(query: RawQuery, ref: string): Promise<string[]> {
  const { rows } = await query(
    `select ref as id from exchange_order where ref = $1
      union select payin_address from exchange_order where ref = $1
      union select quote_id from exchange_order where ref = $1
      union select id from order_event where order_ref = $1
      union select unnest(array[id, rail_payment_id]) from payment where order_ref = $1
      union select unnest(array[id, transfer_id, rail_tx_id]) from outgoing where order_ref = $1`,
    [ref],
  );
  return rows.flatMap(({ id }) => (id === null ? [] : [String(id)]));
}

function copiedValue({ name, type }: Column, { count, days, series }: Copies): string {
  const column = `r."${name}"`;
  const earlier = `(n * interval '${days} days' / ${count})`;
  if (type === "timestamp with time zone") return `${column} - ${earlier}`;
  if (type === "date") return `(${column} - ${earlier})::date`;
  if (type !== "text") return column;
  return `case when ${column} = any ($2) then ${column} || '${series}' || n else ${column} end`;
}
