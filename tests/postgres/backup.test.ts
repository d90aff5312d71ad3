import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { runCommand } from "../../upstream/program/run-command.ts";
import { track } from "../support/orders/order-steps.ts";
import { findPostgres } from "../support/postgres-binaries.ts";
import { testContext } from "../support/service/context.ts";
import { newOnServer } from "../support/service/database.ts";
import { customersOf, exchangeOne, serviceAtWork } from "../support/service/service-at-work.ts";
import { asService, serviceRole, templateDatabase } from "../support/service/template-server.ts";

const dayMs = 86_400_000;

test("a backup made under load is proven, restored into a new database and served, with every order until then", async () => {
  const { dataDir, backups, copies, url, script } = await place();
  const service = await serviceAtWork({ databaseUrl: asService(url), dataDir });
  const customers = customersOf(service, 4);
  await customers.hasServed(4);
  const before = [...customers.completed];
  // An old one is deleted once a new one is proven.
  writeFileSync(join(backups, "kursa-old.dump"), "");
  utimesSync(join(backups, "kursa-old.dump"), Date.now() / 1000, (Date.now() - 20 * dayMs) / 1000);
  expect(script("backup.sh", "fresh")).toMatchObject({ status: 1 });
  expect(script("backup.sh")).toMatchObject({ status: 0, stdout: expect.stringContaining("backed up") });
  expect(script("backup.sh", "fresh")).toMatchObject({ status: 0 });
  await customers.end();
  await service.stop();

  const [file = "", ...others] = readdirSync(backups);
  expect(others).toEqual([]);
  expect(readdirSync(copies)).toEqual([file]);
  expect(readFileSync(join(copies, file)).equals(readFileSync(join(backups, file)))).toBe(true);
  // A copy that is missing is as good as no backup.
  rmSync(join(copies, file));
  expect(script("backup.sh", "fresh")).toMatchObject({ status: 1 });
  const name = `${new URL(url).pathname.slice(1)}_restored`;
  expect(script("restore.sh", join(backups, file), name)).toMatchObject({
    status: 0,
    // The operator's commands, which `echo` stands for.
    stdout: `Restored into the new database ${name}.\ndb migrate\ndb role ${serviceRole}\ndb check\n`,
  });
  expect(script("restore.sh", join(backups, file), name)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`database "${name}" already exists`),
  });
  const restored = url.replace(new URL(url).pathname, `/${name}`);
  const source = connectPostgres(url, 1);
  const { rows: recorded } = await source.query(
    "select value->>'every_hours' as hours from setting where name = 'last_backup'",
  );
  expect(recorded).toEqual([{ hours: "24" }]);
  await source.close();
  const owner = connectPostgres(restored, 3);
  const ctx = await testContext(owner);
  for (const [command, args] of [
    ["db migrate", {}],
    ["db role", { name: serviceRole }],
    ["db check", {}],
    ["db accept-history", { reason: "restored on purpose" }],
  ] as const)
    expect(await runCommand(ctx, { command, args, operator: { name: "anna" } })).toMatchObject({ ok: true });
  await owner.close();

  const second = await serviceAtWork({ databaseUrl: asService(restored), dataDir });
  for (const order of before) expect((await track(second, order)).status).toBe("completed");
  await exchangeOne(second);
  await second.stop();
});

test("a backup whose transfers do not add up to its balances fails and leaves no file", async () => {
  const { backups, url, script } = await place();
  const owner = connectPostgres(url, 2);
  await testContext(owner);
  await owner.query(`set session_replication_role = replica; update account set credits_posted = credits_posted + 1
    where id = 'reserve:btc'; set session_replication_role = origin`);
  expect(script("backup.sh")).toMatchObject({ status: 1, stderr: expect.stringContaining("1 accounts do not fit") });
  expect(readdirSync(backups)).toEqual([]);
  const { rows } = await owner.query("select datname from pg_database where datname like '%backup_check'");
  expect(rows).toEqual([]);
  await owner.close();
});

/** A database of its own, folders, and the scripts of deploy/backup/ for them. */
async function place() {
  const url = await newOnServer(`template ${templateDatabase}`);
  const [dataDir, backups, copies] = ["data", "backups", "copies"].map((name) =>
    mkdtempSync(join(tmpdir(), `kursa-${name}-`)),
  );
  if (!dataDir || !backups || !copies) throw new Error("There are no folders.");
  onTestFinished(() => {
    for (const folder of [dataDir, backups, copies]) rmSync(folder, { recursive: true });
  });
  const { pathname, searchParams, username } = new URL(url);
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    PATH: `${findPostgres()}:${process.env.PATH}`,
    PGHOST: searchParams.get("host") ?? "",
    PGUSER: username,
    PGDATABASE: pathname.slice(1),
    BACKUP_DIR: backups,
    BACKUP_COPY_DIR: copies,
    OPERATOR: "echo",
  };
  const script = (name: string, ...args: string[]) =>
    spawnSync(join("deploy/backup", name), args, { env, encoding: "utf8" });
  return { dataDir, backups, copies, url, script };
}
