import { z } from "zod/v4";
import { runSql, type SqlTarget } from "./raw-sql.ts";

const lock = `select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended('deposit address ' || $1 || ' ' || $2 || ' ' || address, 0) as key
      from unnest($3::text[]) address order by 1) keys`;

/**
 * Until the transaction ends, nobody else books what arrives at these addresses, leaves them or comes back: each of it depends
 * on what the one before has left there. Taken after an order's lock and before those of wallets and accounts.
 */
export async function lockDepositAddresses(
  tx: SqlTarget,
  { rail, asset }: { rail: string; asset: string },
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length > 0) await runSql(tx, lock, [rail, asset, addresses]);
}

const unswept = `with swept as (
    select s.address, unnest(s.payments) as id from sweep_part s
      where s.address = any($3::text[]) and s.state in ('open', 'arrived')
  ) select a.address, array_agg(a.id order by a.id) as payments from (
    select p.address, p.rail_payment_id as id from payment p
      where p.address = any($3::text[]) and p.rail = $1 and p.asset = $2 and p.status = 'final'
    union all
    select w.address, d.rail_payment_id from deposit d join wallet_address w on w.id = d.address_id
      where w.address = any($3::text[]) and d.rail = $1 and d.asset = $2 and d.place = 'deposits'
        and d.status in ('collecting', 'credited', 'unclaimed', 'returned')
  ) a where not exists (select 1 from swept s where s.address = a.address and s.id = a.id)
  group by a.address`;
const unsweptRow = z.object({ address: z.string(), payments: z.array(z.string()) });

/** Payments at these addresses that no sweep has moved or is moving, by the rail's own ids; by address. */
export async function selectUnsweptPayments(
  tx: SqlTarget,
  { rail, asset }: { rail: string; asset: string },
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = (await runSql(tx, unswept, [rail, asset, addresses])).map((row) => unsweptRow.parse(row));
  return new Map(rows.map(({ address, payments }) => [address, payments]));
}
