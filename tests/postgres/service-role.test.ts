import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../upstream/db/database.ts";
import { createHistory, markStatement } from "../../upstream/db/history/history.ts";
import { migrate } from "../../upstream/db/migrate.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { renewServiceRole } from "../../upstream/db/postgres/service-role.ts";
import { brokenConstraint, sqlState } from "../../upstream/db/retry.ts";
import { jobQueues } from "../../upstream/jobs/boss.ts";
import { verify } from "../../upstream/ledger/verify.ts";
import { runCommand } from "../../upstream/program/run-command.ts";
import { busyBooks } from "../support/ledger/busy-books.ts";
import { testContext } from "../support/service/context.ts";
import { freshDatabase, newOnServer, ownerDatabase } from "../support/service/database.ts";
import { serviceRole } from "../support/service/template-server.ts";

/** What the service's role must not be able to do, whatever runs in it. */
const refused = [
  "update transfer set amount = 1",
  "delete from transfer",
  "truncate transfer",
  "insert into transfer_hash values ('x', 1, 1, '', '', '')",
  "update transfer_hash set hash = ''",
  "update account set credits_posted = 1",
  "update account set floor = 'cash'",
  "delete from account",
  "update audit set actor = 'nobody'",
  "delete from audit",
  "delete from payment",
  "delete from outgoing",
  "delete from promo",
  "delete from pair",
  "delete from asset",
  "update order_event set to_status = 'completed'",
  "truncate exchange_order",
  "drop table letter",
  "create table mine (n int)",
  "alter table transfer disable trigger all",
  "drop trigger transfer_only_grows on transfer",
  "create or replace function ledger_refuse() returns trigger language plpgsql as $$ begin return new; end $$",
  "set session_replication_role = replica",
  "set role kursa",
  "insert into ledger_flow values ('adjustment', 'post', 'member', 'member', 'entry')",
  "delete from ledger_flow",
  "insert into account_closing values ('us_deposits', now())",
  "alter table transfer disable trigger flow_is_allowed",
  "drop trigger entry_of_transfer on transfer",
  "create or replace function flow_is_listed(moved transfer) returns boolean language sql as $$ select true $$",
];

const usdt = "usdt-trc20";
const [anna, boris] = ["member:us_takes_out:usdt-trc20", "member:us_deposits:usdt-trc20"];
const [rail, reserve] = ["assets:sandbox-tron:usdt-trc20", "reserve:usdt-trc20"];
const deposit = "(select id from deposit where rail_payment_id = 'small')";
const correction = "(select id from audit where action = 'adjustment' and details ? 'member' limit 1)";

/** Transfers that code in the service's process may try: refused by this constraint, or named by this check of the owner's. */
const tried: [found: string, debit: string, credit: string, rest: Record<string, string>][] = [
  ["transfer_flow", anna, boris, { code: "'adjustment'" }],
  ["transfer_flow", anna, reserve, { code: "'payout'" }],
  ["transfer_flow", anna, rail, { code: "'profit_taken'" }],
  ["transfer_flow", reserve, anna, { code: "'deposit'", deposit_id: deposit }],
  ["transfer_has_a_cause", reserve, anna, { code: "'adjustment'" }],
  ["transfer_has_a_cause", reserve, rail, { code: "'profit_taken'" }],
  [
    "transfer_withdrawal_id_withdrawal_id_fk",
    anna,
    rail,
    { code: "'withdrawal'", kind: "'pending'", withdrawal_id: "'wd_none'" },
  ],
  ["wallets_move_for_their_owner", rail, anna, { code: "'deposit'", deposit_id: deposit }],
  ["wallets_move_for_their_owner", anna, reserve, { code: "'adjustment'", audit_id: correction }],
  ["wallets_move_for_their_owner", rail, boris, { code: "'withdrawal'", fact: "true", withdrawal_id: "'wd_sent'" }],
];

test("the service's role can do all that orders need, and nothing else to the ledger", async () => {
  const db = await freshDatabase();
  expect((await db.query("select current_user as role")).rows).toEqual([{ role: serviceRole }]);
  await busyBooks(db);
  expect(await verify(db)).toEqual([]);
  await createHistory(db.query);
  expect((await db.query(markStatement)).rows).toHaveLength(1);
  for (const statement of refused) expect([statement, await stateOf(db, statement)]).toEqual([statement, "42501"]);
  // A temporary table of the same name is not what the trigger writes to.
  await expect(
    db.transaction(async (tx) => {
      const query = db.rawIn(tx);
      await query("create temporary table account (like public.account)");
      await query(`insert into public.transfer (id, kind, debit_account, credit_account, asset, amount, code, at)
        values ('x', 'posted', 'assets:nowhere:btc', 'reserve:btc', 'btc', 1, 'funding', now())`);
    }),
  ).rejects.toThrow("transfer_debit_account");
});

test("the service's role moves no money without flow and cause, and what it moves for another is named", async () => {
  const db = await freshDatabase();
  await busyBooks(db);
  const owner = await ownerDatabase();
  for (const [violatedCheck, debit, credit, rest] of tried) {
    const row = {
      id: "gen_random_uuid()",
      kind: "'posted'",
      debit_account: `'${debit}'`,
      credit_account: `'${credit}'`,
      ...rest,
    };
    const all = { ...row, asset: `'${usdt}'`, amount: "1", at: "now()" };
    const statement = `insert into transfer (${Object.keys(all).join(", ")}) values (${Object.values(all).join(", ")})`;
    const refusal = await db.query(statement).then(() => null, brokenConstraint);
    const checks = refusal === null ? (await verify(owner)).map(({ check }) => check) : [refusal];
    expect([debit, credit, rest.code, checks]).toEqual([
      debit,
      credit,
      rest.code,
      expect.arrayContaining([violatedCheck]),
    ]);
  }
});

test("what remains until a signer stands apart: a cause that the service's role has invented passes", async () => {
  const db = await freshDatabase();
  const { waiting } = await busyBooks(db);
  const owner = await ownerDatabase();
  await db.transaction(async (tx) => {
    const query = db.rawIn(tx);
    // A tenth more than the market, and no fee by a tier that the member does not have.
    await query(`insert into exchange_order select (jsonb_populate_record(o, jsonb_build_object('ref', 'DRAFT', 'status', 'draft',
        'payin_address', null, 'payin_method', null, 'reserve_hold_id', null, 'cost_terms', null, 'service_bps', 0, 'service_fee', 0,
        'rate', (o.rate::numeric * 1.1)::text, 'reference_rate', (o.reference_rate::numeric * 1.1)::text,
        'to_amount', floor(o.from_amount * o.rate::numeric * 1.1 / 10000) - o.payout_fee,
        'loyalty_terms', jsonb_build_object('tier', 'platinum', 'discountPercent', 100, 'serviceBps', o.service_bps)))).*
      from exchange_order o where o.ref = '${waiting}'`);
    await query(`insert into order_event (id, order_ref, version, event, to_status, by, at)
      values ('ev_x', 'DRAFT', 1, 'opened', 'draft', 'client', now())`);
    await query(`insert into deposit select (jsonb_populate_record(d, '{"id": "dep_x", "rail_payment_id": "x", "amount": 5,
      "status": "credited", "place": "hot"}')).* from deposit d where rail_payment_id = 'small'`);
    await query(`insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, at)
      values ('deposit:dep_x:1', 'posted', '${rail}', '${boris}', '${usdt}', 5, 'deposit', now())`);
    await query(`insert into audit values ('aud_x', 'anna', 'adjustment', '${usdt}', 'x',
      '{"amount": "0.000005", "transfer": "wallet-correction:aud_x", "member": "us_deposits"}', now())`);
    await query(`insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, at)
      values ('wallet-correction:aud_x', 'posted', '${reserve}', '${boris}', '${usdt}', 5, 'adjustment', now())`);
  });
  expect(await verify(owner)).toEqual([]);
});

test("a program newer than its database says who must migrate it, and starts once the owner has", async () => {
  const url = await newOnServer();
  const owner = connectPostgres(url, 4);
  const service = connectPostgres(url.replace("//kursa@", "//kursa_later@"), 4);
  onTestFinished(async () => {
    await Promise.all([owner.close(), service.close()]);
  });
  await owner.query("create role kursa_later login");
  await expect(migrate(service)).rejects.toThrow("run `operator db migrate` as the owner");
  await migrate(owner);
  const ctx = await testContext(owner);
  for (const [command, args] of [
    ["db migrate", {}],
    ["db role", { name: "kursa_later", password: "a password that is long" }],
  ] as const)
    expect(await runCommand(ctx, { command, args, operator: { name: "anna" } })).toMatchObject({ ok: true });
  await migrate(service);
  const queues = jobQueues(service, { onError: (error) => expect.fail(String(error)) });
  await queues.prepare();
  await queues.stop();
  expect(await verify(service)).toEqual([]);
  // A table that a later version adds.
  await owner.query("create table later (n int)");
  expect(await stateOf(service, "select * from later")).toBe("42501");
  await renewServiceRole(owner);
  expect(await stateOf(service, "select * from later")).toBe("accepted");
});

test("db role succeeds while another database of the server changes the same role", async () => {
  const owner = connectPostgres(await newOnServer(), 3);
  onTestFinished(() => owner.close());
  await owner.query("create role kursa_shared login");
  const ends: (() => void)[] = [];
  const change = owner.transaction(async (tx) => {
    await owner.rawIn(tx)("alter role kursa_shared nologin");
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  await expect.poll(() => ends.length).toBe(1);
  const renewal = owner.transaction((tx) => owner.rawIn(tx)("alter role kursa_shared login"));
  await expect.poll(() => waitsForLock(owner)).toBe(true);
  for (const end of ends) end();
  await Promise.all([change, renewal]);
});

async function waitsForLock(db: Database): Promise<boolean> {
  const { rows } = await db.query("select 1 from pg_locks where not granted");
  return rows.length > 0;
}

async function stateOf(db: Database, statement: string): Promise<string | undefined> {
  return db.query(statement).then(
    () => "accepted",
    (error: unknown) => sqlState(error),
  );
}
