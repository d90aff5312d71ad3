import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrate, pendingMigrations } from "../../upstream/db/migrate.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { verify } from "../../upstream/ledger/verify.ts";
import { runCommand } from "../../upstream/program/run-command.ts";
import { track } from "../support/orders/order-steps.ts";
import { testContext } from "../support/service/context.ts";
import { newOnServer } from "../support/service/database.ts";
import { laterMigrations } from "../support/service/later-migrations.ts";
import { customersOf, exchangeOne, serviceAtWork, untilCompleted } from "../support/service/service-at-work.ts";
import { asService, serviceRole, templateDatabase } from "../support/service/template-server.ts";
import { afterLastRelease, fillAsLastRelease, releasedOrders } from "../support/upgrade/last-release.ts";
import { columnsOf, lastReleaseWriters } from "../support/upgrade/last-release-writers.ts";

const anna = { name: "anna" };

test("the last release's database is upgraded while it is written to, and every order goes on", async () => {
  const url = await newOnServer();
  const owner = connectPostgres(url, 2);
  await fillAsLastRelease(owner);
  const old = connectPostgres(url, 6);
  const writers = await lastReleaseWriters(old, 4, "10s");
  await writers.haveWritten(20);
  await migrate(owner);
  const operator = await testContext(owner);
  for (const [command, args] of [
    ["db migrate", {}],
    ["db role", { name: serviceRole }],
  ] as const)
    expect(await runCommand(operator, { command, args, operator: anna })).toMatchObject({ ok: true });
  expect(await pendingMigrations(owner)).toEqual([]);

  // The new version beside the old one.
  const service = await serviceAtWork({ databaseUrl: asService(url), dataDir: dataDir() }, afterLastRelease);
  const customers = customersOf(service, 3);
  await Promise.all([customers.hasServed(6), writers.haveWritten(20)]);
  const written = await writers.end();
  await customers.end();
  expect(await verify(service.db)).toEqual([]);
  const { rows } = await owner.query("select count(*)::int as orders from exchange_order where ref like 'OLD%'");
  expect(rows).toEqual([{ orders: written }]);

  for (const { ref, token, status, hold } of releasedOrders) {
    const order = await track(service, { ref, token });
    expect([ref, order.status, order.hold?.reason ?? null]).toEqual([ref, status, hold]);
  }
  const [awaiting, held] = [releasedOrders[1], releasedOrders[3]];
  const paid = { ref: awaiting.ref, event: "pay_exact" } as const;
  (await service.call("sandboxEvents", { token: awaiting.token, body: paid })).reply();
  await untilCompleted(service, awaiting);
  const refund = { command: "orders refund", args: { ref: held.ref, reason: "asked" }, operator: anna };
  expect(await runCommand(service.ctx, refund)).toMatchObject({ ok: true });
  await expect.poll(async () => (await track(service, held)).status).toBe("refunded");
  expect(await verify(service.db)).toEqual([]);
  await service.stop();
  await Promise.all([old.close(), owner.close()]);
});

test("a payout that the last release inserts during the migration of the guard counts towards the caps", async () => {
  const url = await newOnServer();
  const owner = connectPostgres(url, 4);
  await fillAsLastRelease(owner);
  await owner.query(`insert into payout_clearance
      (id, rule, source, destination, caused_by, proof, second_person, notice, decided_at)
    values ('amid', 'gone_already', 'order', 'gone', 'rail', 'none', 'none', 'order', now())`);
  const waitingFor = (table: string) => async () =>
    Number(
      (await owner.query(`select count(*) from pg_locks where relation = '${table}'::regclass and not granted`)).rows[0]
        ?.count,
    );
  const columns = await columnsOf(owner.query, "outgoing", "id, attempt, transfer_id");
  let inserted: Promise<unknown> = Promise.resolve();
  let migrated: Promise<unknown> = Promise.resolve();
  await owner.transaction(async (tx) => {
    // The migration waits for this reader when it has changed the guard's table, and has yet to change the trigger.
    await owner.rawIn(tx)("lock table unpaid_hold in access share mode");
    migrated = migrate(owner);
    await expect.poll(waitingFor("unpaid_hold"), { interval: 20 }).toBe(1);
    inserted = owner.query(`insert into outgoing (id, attempt, transfer_id, ${columns})
      select 'amid', 99, (select id from transfer where id not in (select transfer_id from outgoing) limit 1), ${columns}
        from outgoing where kind = 'payout' and status = 'sent' limit 1`);
    await expect
      .poll(async () => (await waitingFor("outgoing")()) + (await waitingFor("payout_guard")()), { interval: 20 })
      .toBe(1);
  });
  await Promise.all([migrated, inserted]);
  const { rows } = await owner.query(`select g.cap_rail = o.rail and g.cap_asset = o.asset and g.cap_amount = o.amount
    as counts from payout_guard g join outgoing o on o.id = g.outgoing_id where o.id = 'amid'`);
  expect(rows).toEqual([{ counts: true }]);
  await owner.close();
});

test("a migration that fails leaves the database to the present version, and can be repeated", async () => {
  const { url, owner } = await current();
  const wrong = laterMigrations("create table later (n int);--> statement-breakpoint\nselect 1 / 0;");
  await expect(migrate(owner, wrong)).rejects.toThrow("division by zero");
  expect((await owner.query("select to_regclass('later') as there")).rows).toEqual([{ there: null }]);
  const service = await serviceAtWork({ databaseUrl: asService(url), dataDir: dataDir() });
  await exchangeOne(service);
  await migrate(owner, laterMigrations("create table later (n int);"));
  expect((await owner.query("select count(*)::int as rows from later")).rows).toEqual([{ rows: 0 }]);
  await service.stop();
  await owner.close();
});

test("this version starts and works on a database that the next one has extended", async () => {
  const { url, owner } = await current();
  await migrate(
    owner,
    laterMigrations(`alter table exchange_order add column later text;
      alter table transfer add column later text default 'x' not null;
      alter table payment add constraint later check (amount > 0) not valid; alter table payment validate constraint later;`),
  );
  const service = await serviceAtWork({ databaseUrl: asService(url), dataDir: dataDir() });
  await exchangeOne(service);
  expect(await verify(service.db)).toEqual([]);
  await service.stop();
  await owner.close();
});

/** A database at this version. */
async function current() {
  const url = await newOnServer(`template ${templateDatabase}`);
  return { url, owner: connectPostgres(url, 2) };
}

function dataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "kursa-upgrade-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
