/**
 * How long `ledger verify` takes over a million transfers, on a throwaway PostgreSQL: completed orders with everything
 * that belongs to them, then one tampering of each kind of row, which must be found among them.
 *
 *   npx tsx tests/proof/million-transfers.ts [transfers] [seconds]
 */
import type { Database } from "../../upstream/db/database.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { prepare } from "../../upstream/db/prepare.ts";
import { audit } from "../../upstream/db/schema/service.ts";
import { book } from "../../upstream/ledger/book.ts";
import { accounts } from "../../upstream/ledger/rules/booking.ts";
import { verify } from "../../upstream/ledger/verify.ts";
import { seed } from "../../upstream/market/demo/seed.ts";
import { isRefusal } from "../../upstream/shared/rules/refusal.ts";
import { completedOrders, transfersPerOrder } from "../support/ledger/completed-orders.ts";
import { startPostgres } from "../support/service/postgres.ts";

const [transfersText = "1000000", limitText = "20"] = process.argv.slice(2);
const limitSeconds = Number(limitText);
/** Orders a transaction: PostgreSQL removes old versions of an account only after the transaction that made them. */
const batch = 20;

const postgres = await startPostgres({ isDurable: false });
const db = connectPostgres(await postgres.freshUrl(), 2);
await prepare(db);
await seed(db, new Date());
await fund(db);
const [filling] = await timed(() => fill(db, Math.ceil(Number(transfersText) / transfersPerOrder)));
const { rows } = await db.query("select count(*) as transfers from transfer");
const transfers = Number(rows[0]?.transfers);
console.log(`${transfers} transfers booked in ${filling.toFixed(0)} s`);

const [clean, none] = await timed(() => verify(db));
console.log(`verified in ${clean.toFixed(1)} s, ${none.length} violations`);
for (const { sentence } of none.slice(0, 10)) console.error(sentence);
await db.query(`set session_replication_role = replica;
  update transfer set at = at + interval '1 day' where id = (select id from transfer offset ${transfers / 2} limit 1);
  set session_replication_role = origin`);
const [tampered, violations] = await timed(() => verify(db));
console.log(
  `verified in ${tampered.toFixed(1)} s after one change: ${violations.map(({ sentence }) => sentence).join(" ")}`,
);
const isWrong = none.length > 0 || violations.length !== 1 || Math.max(clean, tampered) > limitSeconds;
console.log(
  `rounds of verify over ${transfers} transfers: ${clean.toFixed(1)} and ${tampered.toFixed(1)} s; ${isWrong ? 1 : 0} wrong`,
);
await db.close();
await postgres.stop();
process.exitCode = isWrong ? 1 : 0;

async function fill(into: Database, orders: number): Promise<void> {
  for (let first = 1; first <= orders; first += batch) {
    await into.query(completedOrders(first, Math.min(first + batch - 1, orders)));
    // Plans made while the tables were empty read them whole.
    if (first === 1 || first === 1 + 50 * batch) await into.query("analyze");
  }
  await into.query("vacuum analyze");
}

async function timed<Result>(work: () => Promise<Result>): Promise<[number, Result]> {
  const started = performance.now();
  const result = await work();
  return [(performance.now() - started) / 1000, result];
}

/** Enough reserve for all orders, recorded as the operator does. */
async function fund(into: Database): Promise<void> {
  const [id, asset, amount] = ["large-funding", "paypal-usd", 1_000_000_000_00n] as const;
  const sides = { debit: accounts.rail("sandbox-paypal", asset), credit: accounts.reserve(asset) };
  await into.transaction(async (tx) => {
    const funding = { do: "post", id, ...sides, asset, amount, code: "funding", auditId: "aud_funding" } as const;
    const outcome = await book(tx, [funding], new Date());
    if (isRefusal(outcome)) throw new Error(outcome.refused);
    const details = { transfer: id, amount: "1000000000.00" };
    const entry = { actor: "proof", action: "funding", subject: asset, reason: null, details };
    const terms = { action: "pair_changed", subject: "usdt-trc20_paypal-usd", reason: null, actor: "proof" };
    const free = { marginBps: 0, serviceBps: 0, payoutFee: "0" };
    await tx.insert(audit).values([
      { id: "aud_funding", ...entry, at: new Date() },
      // The orders below are free of charge.
      { id: "aud_terms", ...terms, details: { before: free, after: {} }, at: new Date() },
    ]);
  });
}
