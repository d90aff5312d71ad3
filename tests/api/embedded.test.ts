import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DurableNodeFS, durableStartParams, proveDurable } from "../../upstream/db/durable-fs.ts";
import { openDatabase } from "../../upstream/db/open.ts";
import { setting } from "../../upstream/db/schema/service.ts";
import { ensureDatabaseFolder, makeTemplate } from "../../upstream/db/template.ts";
import { upkeep } from "../../upstream/db/upkeep.ts";

let folder = "";
let template = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kursa-durable-"));
  template = join(folder, "template");
  await makeTemplate(template);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the embedded database", () => {
  test("syncs every commit to the disk, and nothing for a question", async () => {
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
    const deaf = new DurableNodeFS(join(folder, "elsewhere"));
    await expect(proveDurable(pg, deaf)).rejects.toThrow("synced on commit: false");
    await pg.close();
  });

  test("remembers over a restart, and is looked after", async () => {
    const dataDir = join(folder, "data");
    mkdirSync(dataDir);
    await ensureDatabaseFolder(join(dataDir, "db"), template);
    const first = await openDatabase({ dataDir });
    await first.db.orm.insert(setting).values({ name: "kept", value: true, updatedAt: new Date(0) });
    await upkeep(first.db);
    await expect(openDatabase({ dataDir })).rejects.toThrow("in use by process");
    await first.db.close();
    const second = await openDatabase({ dataDir });
    expect(await second.db.orm.select({ name: setting.name }).from(setting)).toEqual([{ name: "kept" }]);
    await second.db.close();
  });

  async function start(name: string, startParams: string[]) {
    const data = join(folder, name);
    await ensureDatabaseFolder(data, template);
    const disk = new DurableNodeFS(data);
    return { pg: await PGlite.create({ fs: disk, startParams }), disk };
  }
});
