import type { Database, RawQuery } from "../../../upstream/db/database.ts";
import { releasedOrders } from "./last-release.ts";

/**
 * Writes as the last release does, again and again until `end`: an order with its events, and a transfer with its audit
 * entry. The statements name that release's columns only. A write that waits for a lock for longer than `mostWait`, or
 * fails otherwise, rejects.
 */
export async function lastReleaseWriters(db: Database, count: number, mostWait: string) {
  const columns = {
    exchange_order: await columnsOf(db.query, "exchange_order", "ref"),
    order_event: await columnsOf(db.query, "order_event", "id, order_ref"),
  };
  const [draft] = releasedOrders;
  let isOpen = true;
  let written = 0;
  const write = async (query: RawQuery, id: string) => {
    await query(`set local lock_timeout = '${mostWait}'`);
    await query(
      `insert into exchange_order (ref, ${columns.exchange_order}) select $1::text, ${columns.exchange_order}
        from exchange_order where ref = $2`,
      [id, draft.ref],
    );
    await query(
      `insert into order_event (id, order_ref, ${columns.order_event})
        select $1::text || id, $1::text, ${columns.order_event} from order_event where order_ref = $2`,
      [id, draft.ref],
    );
    await query("update exchange_order set version = version + 1, updated_at = now() where ref = $1", [id]);
    await query(
      `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, fact, at)
        values ($1, 'posted', 'assets:sandbox-bitcoin:btc', 'reserve:btc', 'btc', 1, 'funding', false, now())`,
      [id],
    );
    await query(
      `insert into audit (id, actor, action, subject, reason, details, at)
        values ($1, 'anna', 'funding', 'btc', 'old', jsonb_build_object('transfer', $1::text, 'amount', '0.00000001'), now())`,
      [id],
    );
  };
  const loops = Array.from({ length: count }, async (_, writer) => {
    for (let turn = 0; isOpen; turn += 1) {
      await db.transaction((tx) => write(db.rawIn(tx), `OLD${writer}X${turn}`));
      written += 1;
    }
  });
  const all = Promise.all(loops);
  return {
    /** Stops them; resolves with the number of transactions, all committed. */
    async end(): Promise<number> {
      isOpen = false;
      await all;
      return written;
    },
    /** Resolves when as many more are written; rejects when one fails. */
    async haveWritten(more: number): Promise<void> {
      const wanted = written + more;
      const wrote = async () => {
        while (written < wanted) await new Promise((resolve) => setTimeout(resolve, 20));
      };
      await Promise.race([wrote(), all]);
    },
  };
}

/** All columns of a table now but these. */
export async function columnsOf(query: RawQuery, table: string, except: string): Promise<string> {
  const { rows } = await query(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
      from information_schema.columns
      where table_name = $1 and table_schema = 'public' and column_name <> all (string_to_array($2, ', '))`,
    [table, except],
  );
  return String(rows[0]?.names);
}
