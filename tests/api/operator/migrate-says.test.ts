import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commands } from "../../../upstream/program/commands.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";

test("db migrate says what it did", async () => {
  const ctx = await testContext(await freshDatabase());
  const migrate = () => runCommand(ctx, { command: "db migrate", args: {}, operator: { name: "anna" } });
  expect(await migrate()).toMatchObject({ ok: true, data: expect.stringContaining("nothing to migrate") });
  const dataDir = mkdtempSync(join(tmpdir(), "kursa-migrate-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const command = commands.find(({ name }) => name === "db migrate");
  expect(await command?.beforeOpening?.({}, { where: { dataDir }, isOwned: false })).toBeUndefined();
  expect(await migrate()).toMatchObject({ ok: true, data: expect.stringContaining("it was created") });
});
