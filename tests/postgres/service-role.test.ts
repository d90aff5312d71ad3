import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../upstream/db/database.ts";
import { createHistory, markStatement } from "../../upstream/db/history/history.ts";
import { migrate } from "../../upstream/db/migrate.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { renewServiceRole } from "../../upstream/db/postgres/service-role.ts";
import { sqlState } from "../../upstream/db/retry.ts";
import { jobQueues } from "../../upstream/jobs/boss.ts";
import { verify } from "../../upstream/ledger/verify.ts";
import { runCommand } from "../../upstream/operator/command-request.ts";
import { busyBooks } from "../support/ledger/busy-books.ts";
import { testContext } from "../support/service/context.ts";
import { freshDatabase, newOnServer } from "../support/service/database.ts";
import { serviceRole } from "../support/service/database-setup.ts";

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

async function stateOf(db: Database, statement: string): Promise<string | undefined> {
  return db.query(statement).then(
    () => "accepted",
    (error: unknown) => sqlState(error),
  );
}
