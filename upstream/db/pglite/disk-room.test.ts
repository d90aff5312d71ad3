import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { isDatabaseDown } from "../connection-errors.ts";
import { diskRoom } from "./disk-room.ts";
import { pgliteDatabase } from "./pglite.ts";

test("a disk has room while 64 MB are free, looked at once a second", () => {
  let [nowMs, free, looks] = [0, 64 * 1024 * 1024, 0];
  const hasRoom = diskRoom(
    "/data",
    () => nowMs,
    () => {
      looks += 1;
      return free;
    },
  );
  expect(hasRoom()).toBe(true);
  free -= 1;
  nowMs = 999;
  expect([hasRoom(), looks]).toEqual([true, 1]);
  nowMs = 1000;
  expect([hasRoom(), looks]).toEqual([false, 2]);
  free += 1;
  nowMs = 2000;
  expect(hasRoom()).toBe(true);
});

test("without room the embedded database refuses transactions as one that is down, still reads, and recovers", async () => {
  let hasRoom = true;
  const pg = await PGlite.create();
  const db = pgliteDatabase(pg, () => hasRoom);
  const write = () => db.transaction((tx) => tx.execute(sql`select 1`));
  await write();
  expect(await db.canCommit()).toBe(true);
  hasRoom = false;
  const refusal = await write().catch((error: unknown) => error);
  expect(isDatabaseDown(refusal)).toBe(true);
  expect([await db.canCommit(), await db.ping()]).toEqual([false, true]);
  hasRoom = true;
  await write();
  expect(await db.canCommit()).toBe(true);
  await db.close();
});
