import type { Database, RawQuery } from "../../../upstream/db/database.ts";

/** Which rows of a table belong to an order, besides its accounts and transfers in the ledger. */
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
  ["issued_address", "order_ref = $1"],
  ["review", "order_ref = $1"],
];

export type Copies = {
  count: number;
  /** Spread evenly over so many days before the order's own times. */
  days: number;
  /** So many days before those, if given. */
  after?: number;
  /** A letter; begins every number of a copy, so that two sets of copies can be in one database. */
  series: string;
};

/**
 * Copies an order as the service wrote it, with everything but its transfers: guard states, events, payments and destinations.
 * Numbers, ids, addresses and hashes differ from copy to copy.
 */
export async function copyOrder(db: Database, ref: string, copies: Copies): Promise<void> {
  await copyRows(db, ref, copies);
  await db.transaction(async (tx) => sumByDay(db.rawIn(tx)));
}

/** Rows a statement: so that a million orders need neither the memory nor the temporary files of one large join. */
const rowsAtOnce = 50_000;

/** The same without the sums by day, for several sets of copies. Needs a connection as the owner of the database. */
export async function copyRows(db: Database, ref: string, copies: Copies): Promise<void> {
  for (const [first, last] of ranges(copies.count, rowsAtOnce))
    await db.transaction(async (tx) => {
      const query = db.rawIn(tx);
      await query("set local session_replication_role = replica");
      for (const [table, condition] of tablesOfOrder)
        await copyTable(query, { table, condition, ref, copies, first, last });
    });
}

/** Orders a transaction: PostgreSQL removes old versions of an account's row only after the transaction that made them. */
const bookedAtOnce = 20;
/** What the ledger's triggers write of an account. */
const sumsOfAccount = /^(debits|credits)_(posted|pending)$|^entries$|^last_hash$/;
const accountsOf = { table: "account", condition: "order_ref = $1" };
const transfersOf = { table: "transfer", condition: "order_ref = $1", order: "n desc, r.seq" };

/** Books the transfers of the copies, the oldest first: the ledger's own triggers check them, and write sums and hashes. */
export async function bookTransfers(db: Database, ref: string, copies: Copies): Promise<void> {
  const withoutSums = { ...accountsOf, leftOut: sumsOfAccount, ref, copies };
  for (const [first, last] of ranges(copies.count, rowsAtOnce))
    await db.transaction((tx) => copyTable(db.rawIn(tx), { ...withoutSums, first, last }));
  for (const [first, last] of ranges(copies.count, bookedAtOnce).reverse())
    await db.transaction((tx) => copyTable(db.rawIn(tx), { ...transfersOf, ref, copies, first, last }));
}

/**
 * Copies the transfers past the ledger's triggers, which would take an hour for a million orders: all sums are right, but the
 * hashes are those of the order's own transfers, so `ledger verify` names each copy.
 */
export async function copyTransfers(db: Database, ref: string, copies: Copies): Promise<void> {
  const hashes = { table: "transfer_hash", condition: "transfer_id in (select id from transfer where order_ref = $1)" };
  for (const [first, last] of ranges(copies.count, rowsAtOnce).reverse())
    await db.transaction(async (tx) => {
      const query = db.rawIn(tx);
      await query("set local session_replication_role = replica");
      for (const part of [accountsOf, transfersOf, hashes])
        await copyTable(query, { ...part, ref, copies, first, last });
    });
  await db.transaction(async (tx) => addToShared(db.rawIn(tx), ref, copies.count));
}

/** Adds what the copies have moved to the accounts that they share with other orders. Nothing of an ended order is pending. */
async function addToShared(query: RawQuery, ref: string, count: number): Promise<void> {
  await query("set local session_replication_role = replica");
  for (const [side, sum] of [
    ["debit_account", "debits_posted"],
    ["credit_account", "credits_posted"],
  ])
    await query(
      `update account a set ${sum} = a.${sum} + moved.amount * ${count}, entries = a.entries + moved.entries * ${count}
        from (select ${side} as id, count(*) as entries, coalesce(sum(amount) filter (where kind in ('posted', 'post')), 0) as amount
          from transfer where order_ref = $1 group by 1) moved
        where a.id = moved.id and a.order_ref is null`,
      [ref],
    );
}

/** What triggers sum up by day, of all orders; a copied order ends its hold as its original did, by a decision. */
export async function sumByDay(query: RawQuery): Promise<void> {
  await query("set local session_replication_role = replica");
  await query("delete from payout_day");
  await query("delete from order_day");
  await query(`insert into payout_day (day, pair_id, bucket, orders, milliseconds)
    select day, pair_id, bucket, count(*), sum(milliseconds) from order_outcome where kind = 'payout' group by 1, 2, 3`);
  const endsOfHolds = "from order_event where from_status = 'on_hold' and to_status <> 'on_hold'";
  await query(`insert into order_day (day, holds_ended, holds_in_time, refunds)
    select day, sum(holds), sum(holds), sum(refunds) from (
        select (at at time zone 'UTC')::date as day, 1 as holds, 0 as refunds ${endsOfHolds}
        union all select day, 0, 1 from order_outcome where kind = 'refund') counted
      group by 1`);
}

const ranges = (count: number, size: number): [first: number, last: number][] =>
  Array.from({ length: Math.ceil(count / size) }, (_, at) => [at * size + 1, Math.min((at + 1) * size, count)]);

type TableCopies = {
  table: string;
  condition: string;
  order?: string;
  /** Columns that get their defaults. */
  leftOut?: RegExp;
  ref: string;
  copies: Copies;
  first: number;
  last: number;
};

async function copyTable(query: RawQuery, part: TableCopies): Promise<void> {
  const { table, condition, order = "n", leftOut = /^$/, ref, copies, first, last } = part;
  const columns = (await columnsOf(query, table)).filter(({ name }) => !leftOut.test(name));
  const values = columns.map((column) => copiedValue(column, copies));
  await query(
    `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(", ")})
      select ${values.join(", ")} from ${table} r, generate_series(${first}, ${last}) n
        where $2::text[] is not null and ${condition} order by ${order}`,
    [ref, await idsOf(query, ref)],
  );
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

/** All values that name a row of the order without its number, or may stand only once. */
async function idsOf(query: RawQuery, ref: string): Promise<string[]> {
  const { rows } = await query(
    `select payin_address as id from exchange_order where ref = $1
      union select quote_id from exchange_order where ref = $1
      union select id from order_event where order_ref = $1
      union select unnest(array[id, rail_payment_id]) from payment where order_ref = $1
      union select unnest(array[transfer_id, rail_tx_id]) from outgoing where order_ref = $1
      union select id from review where order_ref = $1
      union select id from transfer where order_ref = $1`,
    [ref],
  );
  return rows.flatMap(({ id }) => (id === null || String(id).includes(ref) ? [] : [String(id)]));
}

function copiedValue({ name, type }: Column, { count, days, after = 0, series }: Copies): string {
  const column = `r."${name}"`;
  const earlier = `(n * interval '${days} days' / ${count} + interval '${after} days')`;
  if (type === "timestamp with time zone") return `${column} - ${earlier}`;
  // The day of an outcome.
  if (type === "date")
    return `(((select settled_at from outgoing where id = r.outgoing_id) - ${earlier}) at time zone 'UTC')::date`;
  if (type !== "text") return column;
  const number = `('${series}' || lpad(n::text, 9, '0'))`;
  return `case when ${column} = any ($2) then ${column} || '${series}' || n else replace(${column}, $1, ${number}) end`;
}
