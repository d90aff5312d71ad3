import { beforeEach, expect, test } from "vitest";
import { advance } from "../../../upstream/payouts/advance.ts";
import { type SweepDesk, sweepDesk, sweepFee, tron, usdt } from "../../support/payouts/sweep-desk.ts";
import { ownerDatabase } from "../../support/service/database.ts";
import { rowsReadBy, vacuumAndAnalyze } from "../../support/service/rows-read.ts";

const pastSweeps = 2_000;
/** Rows of tables and entries of indexes that one step may read, however much was swept before. */
const fewRows = 300;
let desk: SweepDesk;

/** A payment that the first sweep has moved, and so many sweeps and deposits after it. */
beforeEach(async () => {
  desk = await sweepDesk();
  await desk.arrives("first", 100_000000n);
  await desk.sweep();
  const db = await ownerDatabase();
  const [deposits, hot] = [`'assets:${tron}_deposits:${usdt}'`, `'assets:${tron}:${usdt}'`];
  const past: [id: string, kind: string, debit: string, credit: string, code: string, pendingId: string][] = [
    ["'deposit:past_' || n || ':1'", "posted", deposits, `'unclaimed:${usdt}'`, "deposit", "null"],
    ["'sweep:past_' || n", "pending", hot, deposits, "rebalance", "null"],
    ["'sweep:past_' || n || ':arrived'", "post", hot, deposits, "rebalance", "'sweep:past_' || n"],
  ];
  await db.transaction(async (tx) => {
    const query = db.rawIn(tx);
    await query("set local session_replication_role = replica");
    await query(`insert into outgoing select (jsonb_populate_record(null::outgoing, o.row || jsonb_build_object('id', 'past_' || n,
        'transfer_id', 'sweep:past_' || n))).*
      from (select to_jsonb(one) as row from outgoing one where kind = 'sweep') o, generate_series(1, ${pastSweeps}) n`);
    await query(`insert into sweep_part (sweep_id, address, amount, payments, state)
      select 'past_' || n, '${desk.addresses[0]}', 1, array['past ' || n], 'arrived' from generate_series(1, ${pastSweeps}) n`);
    for (const [id, kind, debit, credit, code, pendingId] of past)
      await query(`insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, pending_id, at)
        select ${id}, '${kind}', ${debit}, ${credit}, '${usdt}', 1, '${code}', ${pendingId}, now()
          from generate_series(1, ${pastSweeps}) n`);
  });
  await vacuumAndAnalyze();
});

const manyRowsReadBy = async (work: () => Promise<unknown>) => {
  const read = await rowsReadBy(desk.service.ctx.db, async () => void (await work()));
  return read.filter(([table, rows]) => ["transfer", "outgoing"].includes(table) && rows > fewRows);
};
const latestSweep = async () =>
  (await desk.sweeps()).find(({ id, status }) => !id.startsWith("past_") && status !== "returned")?.id ?? "";
const tells = (sweep: string, state: "settled" | "returned") => {
  const ended = { txId: "s1", networkFee: sweepFee };
  desk.rail.reading = state === "settled" ? { state, ...ended } : { state, ...ended, amount: null };
  return advance(desk.service.ctx, sweep);
};

test("a payment is taken back from an early sweep, and that sweep comes back, with few rows read", async () => {
  const sweep = await latestSweep();
  expect(await manyRowsReadBy(() => desk.vanishes("first"))).toEqual([]);
  expect(await manyRowsReadBy(() => tells(sweep, "returned"))).toEqual([]);
});

test("a sweep ends after a payment was taken back, with few rows read", async () => {
  await tells(await latestSweep(), "returned");
  await desk.vanishes("first");
  await desk.arrives("one", 100_000000n);
  desk.rail.reading = { state: "pending" };
  expect(await manyRowsReadBy(() => desk.sweep())).toEqual([]);
  const sweep = await latestSweep();
  await desk.vanishes("one");
  await desk.arrives("two", 100_000000n);
  expect(await manyRowsReadBy(() => tells(sweep, "settled"))).toEqual([]);
  expect(await manyRowsReadBy(() => tells(sweep, "returned"))).toEqual([]);
  expect(await desk.posted()).toBe(100_000000n);
});
