import { createHash } from "node:crypto";
import type { Database } from "../../../upstream/db/database.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import type { Books } from "./books.ts";

const places = `
  select debit_account as place, order_ref, amount from transfer
    where kind in ('posted', 'post') and debit_account like 'assets:%'
  union all select credit_account, order_ref, -amount from transfer
    where kind in ('posted', 'post') and credit_account like 'assets:%'`;

/** Everything that must hold when a simulated world has come to rest; returns the violations. */
export async function checkWorld(db: Database, books: Books): Promise<string[]> {
  const violations = await verify(db);
  return [
    ...violations.map(({ check, sentence: words }) => `${check}: ${words}`),
    ...(await unended(db)),
    ...(await leftovers(db)),
    ...(await differences(db, books)),
  ];
}

async function unended(db: Database): Promise<string[]> {
  const { rows } = await db.query(
    `select ref, status, hold_reason from exchange_order where status not in
      ('completed', 'refunded', 'failed', 'charged_back', 'expired', 'cancelled') or dispute_flag is not null`,
  );
  return rows.map(({ ref, status, hold_reason: reason }) => `${ref} never ended: ${status} ${reason ?? ""}`);
}

/** Checked again in addition to the verifier, holds included. */
async function leftovers(db: Database): Promise<string[]> {
  const { rows } = await db.query(
    `select id from account where (id like 'order:%' or id like 'wrong:%')
      and (debits_posted <> credits_posted or debits_pending <> 0 or credits_pending <> 0)`,
  );
  return rows.map(({ id }) => `${id} is not empty`);
}

/** The ledger against the rails' books: the balance of each account, and the transfers of each order. */
async function differences(db: Database, books: Books): Promise<string[]> {
  const byPlace = await db.query(`select place as name, sum(amount) as amount from (${places}) as m group by 1`);
  const byOrder = await db.query(
    `select order_ref || ' ' || place as name, sum(amount) as amount from (${places}) as m
      where order_ref is not null group by 1`,
  );
  return [...compared(byPlace.rows, books.held()), ...compared(byOrder.rows, books.byOrder())];
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
  for (const row of [...transfers.rows, ...events.rows]) hash.update(JSON.stringify(row));
  for (const { account, ref, what, amount } of books.lines) hash.update(`${account} ${ref} ${what} ${amount}`);
  return hash.digest("hex");
}
