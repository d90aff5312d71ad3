import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../upstream/db/open.ts";
import { connectToService } from "../../upstream/db/postgres/service-socket.ts";
import { newOnServer } from "../support/service/database.ts";

test("a service on PostgreSQL answers operator commands until it closes its database", async () => {
  const where = { databaseUrl: await newOnServer(), dataDir: mkdtempSync(join(tmpdir(), "kursa-socket-")) };
  const { db, serveOperator } = await openDatabase(where, "service");
  serveOperator(async (line) => `answer to ${line}`);
  const conversation = await connectToService(where);
  expect(await conversation?.request("a command")).toBe("answer to a command");
  conversation?.close();
  await db.close();
  expect(await connectToService(where)).toBeUndefined();
});
