import { createHash } from "node:crypto";
import type { Database } from "../../../upstream/db/database.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import type { Books } from "./books.ts";

/** Whose a transfer is: an order's, also what was kept at its address, a withdrawal's, or a deposit's by its rail's own id. */
const owner = `case when order_ref is not null then order_ref
  when id like 'withdrawal:%' then split_part(id, ':', 2)
  when id like 'wd\\_%' then split_part(id, '-', 1)
  when id like 'deposit:%' then (select coalesce(o.ref, d.rail_payment_id) from deposit d
    join wallet_address a on a.id = d.address_id left join exchange_order o on o.payin_address = a.address
    where d.id = split_part(transfer.id, ':', 2)) end`;
const rail = "replace(place, '_deposits:', ':')";
const places = `
  select debit_account as place, ${owner} as owner, amount from transfer
    where kind in ('posted', 'post') and debit_account like 'assets:%'
  union all select credit_account, ${owner}, -amount from transfer
    where kind in ('posted', 'post') and credit_account like 'assets:%'`;

/** Everything that must hold when a simulated world has come to rest; returns the violations. */
export async function checkWorld(db: Database, books: Books): Promise<string[]> {
  const violations = await verify(db);
  return [
    ...violations.map(({ check, sentence: words }) => `${check}: ${words}`),
    ...(await unended(db)),
    ...(await leftovers(db)),
    ...(await alarms(db)),
    ...(await differences(db, books)),
  ];
}

async function unended(db: Database): Promise<string[]> {
  const { rows } = await db.query(
    `select ref, status, hold_reason from exchange_order where status not in
      ('completed', 'refunded', 'failed', 'charged_back', 'expired', 'cancelled') or dispute_flag is not null`,
  );
  const withdrawals = await db.query("select id, status from withdrawal where ended_at is null");
  return [
    ...rows.map(({ ref, status, hold_reason: reason }) => `${ref} never ended: ${status} ${reason ?? ""}`),
    ...withdrawals.rows.map(({ id, status }) => `${id} never ended: ${status}`),
  ];
}

/** Checked again in addition to the verifier, holds included. */
async function leftovers(db: Database): Promise<string[]> {
  const { rows } = await db.query(
    `select id from account where (id like 'order:%' or id like 'wrong:%')
      and (debits_posted <> credits_posted or debits_pending <> 0 or credits_pending <> 0)`,
  );
  return rows.map(({ id }) => `${id} is not empty`);
}

/** No rail here sends a transfer twice; that it did must not have been recorded. */
async function alarms(db: Database): Promise<string[]> {
  const { rows } = await db.query("select id from outgoing where alarm = 'other_transaction'");
  return rows.map(({ id }) => `${id} was recorded as sent twice`);
}

/**
 * The ledger against the rails' books: the balance of each rail, hot and at deposit addresses together, and the transfers
 * of each owner. Where at its rail money lay when it was taken back depends on when the service heard of it.
 */
async function differences(db: Database, books: Books): Promise<string[]> {
  const byPlace = await db.query(`select ${rail} as name, sum(amount) as amount from (${places}) as m group by 1`);
  const byOwner = await db.query(
    `select owner || ' ' || ${rail} as name, sum(amount) as amount from (${places}) as m where owner is not null group by 1`,
  );
  return [...compared(byPlace.rows, books.held()), ...compared(byOwner.rows, books.byOwner())];
}

function compared(rows: Record<string, unknown>[], outside: Map<string, bigint>): string[] {
  const inside = new Map(rows.map(({ name, amount }) => [String(name), BigInt(String(amount))]));
  const names = [...new Set([...inside.keys(), ...outside.keys()])].sort();
  return names.flatMap((name) => {
    const [here, there] = [inside.get(name) ?? 0n, outside.get(name) ?? 0n];
    return here === there ? [] : [`${name}: ${here} in the ledger, ${there} at the rail`];
  });
}

/** A hash of everything that happened: the same seed must reproduce it. */
export async function historyOf(db: Database, books: Books): Promise<string> {
  const hash = createHash("sha256");
  const transfers = await db.query(
    "select id, kind, debit_account, credit_account, amount::text as amount, code, at::text as at from transfer order by seq",
  );
  const events = await db.query(
    `select order_ref, version, event, from_status, to_status, at::text as at from order_event
      order by order_ref, version, event, at`,
  );
  const withdrawals = await db.query("select id, status, reason, updated_at::text as at from withdrawal order by id");
  for (const row of [...transfers.rows, ...events.rows, ...withdrawals.rows]) hash.update(JSON.stringify(row));
  for (const { account, ref, what, amount } of books.lines) hash.update(`${account} ${ref} ${what} ${amount}`);
  return hash.digest("hex");
}
