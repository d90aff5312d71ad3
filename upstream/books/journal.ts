import { sql } from "drizzle-orm";
import { z } from "zod/v4";
import type { Database, RawQuery } from "../db/database.ts";
import { dayOf } from "../shared/rules/day-of.ts";
import {
  accountLine,
  commodityLine,
  type JournalAsset,
  type JournalPosting,
  journalAccount,
  openingAccount,
  priceLine,
  transactionText,
} from "./rules/journal-text.ts";

/** `from`: null for all from the beginning; what was before is then one opening transaction. `currency`: of the prices. */
export type JournalSpan = { from: Date | null; until: Date; currency: string };
export type Journal = { text: string; transfers: number };

const batch = 5_000;

/**
 * The posted transfers of a span as a journal for hledger and programs that read its format: what each account and asset is
 * declared as, the price of each day, one transaction for each transfer, and at the end the balance of each account as the
 * ledger itself keeps it, so that the reader's program compares its own sums with it. Everything is of one snapshot.
 */
export async function journalOf(db: Database, span: JournalSpan): Promise<Journal> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    const query = db.rawIn(tx);
    const assets = await readAssets(query);
    const assetOf = (id: string) => assets.get(id) ?? { id, decimals: 0 };
    const balances = span.from ? await balancesUntil(query, span.from) : new Map<string, AccountBalance>();
    const parts: string[] = [];
    if (span.from) parts.push(openingText(span.from, balances, assetOf));
    let transfers = 0;
    for await (const rows of transfersOf(query, span)) {
      for (const row of rows) {
        parts.push(transferText(row, assetOf));
        move(balances, row.debit, row.asset, row.amount);
        move(balances, row.credit, row.asset, -row.amount);
      }
      transfers += rows.length;
    }
    const ledger = await balancesUntil(query, span.until);
    parts.push(closingText(span.until, ledger, assetOf));
    const head = [...assets.values()].map(commodityLine);
    const accounts = new Set([...balances.keys(), ...ledger.keys()]);
    head.push(...[...accounts].sort().map((id) => accountLine(journalAccount(id))), accountLine(openingAccount));
    const prices = await pricesOf(query, span);
    return { text: [...head, "\n", ...prices, ...parts].join(""), transfers };
  });
}

type AccountBalance = { asset: string; amount: bigint };
type AssetOf = (id: string) => JournalAsset;
const whole = z.string().transform((text) => BigInt(text));

async function readAssets(query: RawQuery): Promise<Map<string, JournalAsset>> {
  const { rows } = await query("select id, decimals from asset order by id");
  const assetRow = z.object({ id: z.string(), decimals: z.int() });
  return new Map(rows.map((row) => assetRow.parse(row)).map((row) => [row.id, row]));
}

const balanceRow = z.object({ id: z.string(), asset: z.string(), amount: whole });

/**
 * What each account had before a moment, debits less credits. Its own sums, which the database keeps with each transfer, less
 * what was booked from that moment on: so a closing balance does not come from the transfers that the journal lists.
 */
async function balancesUntil(query: RawQuery, until: Date): Promise<Map<string, AccountBalance>> {
  const { rows } = await query(
    `select a.id, a.asset, (a.debits_posted - a.credits_posted - coalesce(l.amount, 0))::text as amount
       from account a left join (
         select account, sum(amount) as amount from (
           select debit_account as account, amount from transfer where kind in ('posted', 'post') and at >= $1::timestamptz
           union all
           select credit_account, -amount from transfer where kind in ('posted', 'post') and at >= $1::timestamptz
         ) sides group by 1
       ) l on l.account = a.id`,
    [until.toISOString()],
  );
  return new Map(rows.map((row) => balanceRow.parse(row)).map(({ id, asset, amount }) => [id, { asset, amount }]));
}

const transferRow = z.object({
  seq: z.string(),
  at: z.string(),
  id: z.string(),
  day: z.string(),
  code: z.string(),
  order: z.string().nullable(),
  debit: z.string(),
  credit: z.string(),
  asset: z.string(),
  amount: whole,
});
type TransferLine = z.output<typeof transferRow>;

/** In the order of time, as readers expect it; bookings of several processes are in it only nearly. */
async function* transfersOf(query: RawQuery, { from, until }: JournalSpan): AsyncGenerator<TransferLine[]> {
  let after = { at: from?.toISOString() ?? "-infinity", seq: "0" };
  for (;;) {
    const { rows } = await query(
      `select seq::text, at::text, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, code, order_ref as order,
           debit_account as debit, credit_account as credit, asset, amount::text as amount
         from transfer
         where kind in ('posted', 'post') and (at, seq) > ($1::timestamptz, $2::bigint) and at < $3::timestamptz
         order by transfer.at, transfer.seq limit ${batch}`,
      [after.at, after.seq, until.toISOString()],
    );
    const lines = rows.map((row) => transferRow.parse(row));
    if (lines.length > 0) yield lines;
    if (lines.length < batch) return;
    after = lines.at(-1) ?? after;
  }
}

function move(balances: Map<string, AccountBalance>, id: string, asset: string, amount: bigint) {
  const before = balances.get(id)?.amount ?? 0n;
  balances.set(id, { asset, amount: before + amount });
}

function transferText({ id, day, code, order, debit, credit, asset, amount }: TransferLine, assetOf: AssetOf): string {
  const tags = [`transfer:${id}`, ...(order === null ? [] : [`order:${order}`])];
  const postings = [
    { account: journalAccount(debit), asset, amount },
    { account: journalAccount(credit), asset, amount: -amount },
  ];
  return transactionText({ day, code, description: code, tags }, postings, assetOf);
}

/** The balances of before, taken from an account of the journal's own. */
function openingText(from: Date, balances: ReadonlyMap<string, AccountBalance>, assetOf: AssetOf): string {
  const postings: JournalPosting[] = [...balances].flatMap(([id, { asset, amount }]) =>
    amount === 0n ? [] : [{ account: journalAccount(id), asset, amount }],
  );
  const sums = new Map<string, bigint>();
  for (const { asset, amount } of postings) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  for (const [asset, amount] of sums)
    if (amount !== 0n) postings.push({ account: openingAccount, asset, amount: -amount });
  if (postings.length === 0) return "";
  return transactionText(
    { day: dayOf(from), code: "opening", description: "balances of before", tags: [] },
    postings,
    assetOf,
  );
}

function closingText(until: Date, ledger: ReadonlyMap<string, AccountBalance>, assetOf: AssetOf): string {
  const postings = [...ledger].map(([id, { asset, amount }]) => ({
    ...{ account: journalAccount(id), asset, amount: 0n },
    balance: amount,
  }));
  if (postings.length === 0) return "";
  const lastDay = dayOf(new Date(until.getTime() - 1));
  return transactionText(
    { day: lastDay, code: "closing", description: "balances of the ledger", tags: [] },
    postings,
    assetOf,
  );
}

const priceRow = z.object({ day: z.string(), asset: z.string(), currency: z.string(), price: z.string() });

/** The last price of each day. */
async function pricesOf(query: RawQuery, { from, until, currency }: JournalSpan): Promise<string[]> {
  const { rows } = await query(
    `select distinct on (1, asset) to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, asset, currency, price
       from asset_price where currency = $1 and hour >= $2::timestamptz and hour < $3::timestamptz
       order by 1, asset, hour desc`,
    [currency, from?.toISOString() ?? "-infinity", until.toISOString()],
  );
  return rows.map((row) => priceLine(priceRow.parse(row)));
}
