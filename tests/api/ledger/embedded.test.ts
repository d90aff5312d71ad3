import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDatabaseDown } from "../../../upstream/db/connection-errors.ts";
import { openDatabase } from "../../../upstream/db/open.ts";
import {
  DurableNodeFS,
  durableStartParams,
  proveDurable,
  type Stream,
} from "../../../upstream/db/pglite/durable-fs.ts";
import { pgliteDatabase } from "../../../upstream/db/pglite/pglite.ts";
import { ensureDatabaseFolder, makeTemplate } from "../../../upstream/db/pglite/template.ts";
import { vacuumAndCheckpoint } from "../../../upstream/db/pglite/upkeep.ts";
import { setting } from "../../../upstream/db/schema/service.ts";

let folder = "";
let template = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kursa-durable-"));
  template = join(folder, "template");
  await makeTemplate(template);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

class WatchedDisk extends DurableNodeFS {
  syncedPaths: string[] = [];
  protected override sync(stream: Stream): void {
    this.syncedPaths.push(stream.path.replace(/^.*?\/data\//, ""));
    super.sync(stream);
  }
}

describe("the embedded database", () => {
  test("syncs every commit to the disk, and nothing for a read", async () => {
    const { pg, disk } = await start("syncing", durableStartParams(PGlite.defaultStartParams));
    await proveDurable(pg, disk);
    await pg.exec("create table kept (n int)");
    for (let n = 0; n < 5; n += 1) {
      const before = disk.syncs;
      await pg.query("insert into kept values ($1)", [n]);
      expect(disk.syncs).toBe(before + 1);
    }
    const before = disk.syncs;
    await pg.query("select * from kept");
    expect(disk.syncs).toBe(before);
    await pg.close();
  });

  test("refuses to start with syncing off", async () => {
    const { pg, disk } = await start("careless", PGlite.defaultStartParams);
    await expect(proveDurable(pg, disk)).rejects.toThrow("Refusing to start");
    await pg.close();
  });

  test("refuses to start when its syncs do not reach the disk", async () => {
    const { pg } = await start("deaf", durableStartParams(PGlite.defaultStartParams));
    const detached = new DurableNodeFS(join(folder, "elsewhere"));
    await expect(proveDurable(pg, detached)).rejects.toThrow("synced on commit: false");
    await pg.close();
  });

  test("syncs the whole folder once after a crash, and then each write", async () => {
    const { pg } = await start("running", durableStartParams(PGlite.defaultStartParams));
    await pg.exec("create table kept (n int); insert into kept values (7)");
    // What a killed process leaves: its files in the middle of work.
    cpSync(join(folder, "running"), join(folder, "crashed"), { recursive: true });
    await pg.close();
    cpSync(join(folder, "crashed"), join(folder, "unnoticed"), { recursive: true });
    rmSync(join(folder, "unnoticed", "postmaster.pid"));
    const recovered = await recover("crashed");
    const unchanged = await recover("unnoticed");
    // Besides its owner note: recovery's writes are synced as usual, and none of the hundreds of existing files.
    expect(recovered[0]).toBe("global/pg_control");
    expect(recovered).toContainEqual(expect.stringMatching(/^pg_wal\/0/));
    expect(unchanged.slice(-recovered.length)).toEqual(recovered);
    expect(unchanged.length - recovered.length).toBeGreaterThan(500);
  });

  test("is not ready and refuses transactions on a full disk, still reads, and recovers once there is room", async () => {
    let hasRoom = true;
    const { pg } = await start("full", durableStartParams(PGlite.defaultStartParams));
    const db = pgliteDatabase(pg, () => hasRoom);
    const begin = () => db.transaction((tx) => tx.execute(sql`select 1`));
    await begin();
    expect(await db.canCommit()).toBe(true);
    hasRoom = false;
    const refusal = await begin().catch((error: unknown) => error);
    expect([isDatabaseDown(refusal), await db.canCommit(), await db.ping()]).toEqual([true, false, true]);
    hasRoom = true;
    await begin();
    expect(await db.canCommit()).toBe(true);
    await db.close();
  });

  test("syncs also with a low limit of open files", () => {
    const code =
      'const { syncTree } = await import("./upstream/db/pglite/sync-tree.ts"); await syncTree(process.argv[1]);';
    const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e", code, template];
    const { status, stderr } = spawnSync("sh", ["-c", 'ulimit -n 128 && exec "$@"', "sh", ...node], {
      encoding: "utf8",
    });
    expect(stderr).not.toContain("EMFILE");
    expect(status).toBe(0);
  });

  test("keeps its data over a restart, and is vacuumed", async () => {
    const dataDir = join(folder, "data");
    mkdirSync(dataDir);
    await ensureDatabaseFolder(join(dataDir, "db"), template);
    const first = await openDatabase({ dataDir });
    await first.db.orm.insert(setting).values({ name: "kept", value: true, updatedAt: new Date(0) });
    await vacuumAndCheckpoint(first.db);
    await expect(openDatabase({ dataDir })).rejects.toThrow("in use by process");
    await first.db.close();
    const second = await openDatabase({ dataDir });
    const settings = await second.db.orm.select({ name: setting.name }).from(setting);
    expect(settings).toContainEqual({ name: "kept" });
    await second.db.close();
  });

  test("is vacuumed table by table: meanwhile the process accepts, refuses and tells its health", async () => {
    const dataDir = join(folder, "vacuumed");
    mkdirSync(dataDir);
    await ensureDatabaseFolder(join(dataDir, "db"), template);
    const { db } = await openDatabase({ dataDir });
    const { rows } = await db.query("select count(*) as tables from pg_class where relkind = 'r'");
    const turns = await turnsDuring(() => vacuumAndCheckpoint(db));
    expect(turns).toBeGreaterThan(Number(rows[0]?.tables));
    await db.close();
  });

  test("begins each statement in a turn of its own: meanwhile the process accepts, refuses and tells its health", async () => {
    const dataDir = join(folder, "turns");
    mkdirSync(dataDir);
    await ensureDatabaseFolder(join(dataDir, "db"), template);
    const { db } = await openDatabase({ dataDir });
    const turns = await turnsDuring(() =>
      db.transaction(async (tx) => {
        for (let at = 0; at < 5; at += 1) await tx.execute(sql`select ${at}::int`);
      }),
    );
    // BEGIN and COMMIT are statements too.
    expect(turns).toBeGreaterThanOrEqual(7);
    await db.close();
  });

  /** The files synced until a crashed folder was open again, without PostgreSQL's owner note. */
  async function recover(name: string): Promise<string[]> {
    const disk = new WatchedDisk(join(folder, name));
    const pg = await PGlite.create({ fs: disk, startParams: durableStartParams(PGlite.defaultStartParams) });
    const synced = disk.syncedPaths.filter((path) => path !== "postmaster.pid");
    expect((await pg.query("select n from kept")).rows).toEqual([{ n: 7 }]);
    await proveDurable(pg, disk);
    await pg.close();
    return synced;
  }

  async function start(name: string, startParams: string[]) {
    const data = join(folder, name);
    await ensureDatabaseFolder(data, template);
    const disk = new DurableNodeFS(data);
    return { pg: await PGlite.create({ fs: disk, startParams }), disk };
  }
});

/** How often the event loop turns until the work is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isCounting] = [0, true];
  const count = () => {
    turns += 1;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isCounting = false;
  return turns;
}
