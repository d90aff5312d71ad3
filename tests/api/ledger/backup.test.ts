import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pendingIn } from "../../../upstream/db/open.ts";
import { commands } from "../../../upstream/program/commands.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { track } from "../../support/orders/order-steps.ts";
import { customersOf, exchangeOne, prepareDataFolder, serviceAtWork } from "../../support/service/service-at-work.ts";

const folder = mkdtempSync(join(tmpdir(), "kursa-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const operator = { name: "anna" };
const restore = (from: string, dataDir: string, isOwned = false) =>
  commands.find(({ name }) => name === "db restore")?.beforeOpening?.({ from }, { where: { dataDir }, isOwned });

test("a backup made while customers order is restored elsewhere, with verified books and every order until then", async () => {
  const [dataDir, out, restored] = ["data", "copy", "restored"].map((name) => join(folder, name));
  if (!dataDir || !out || !restored) throw new Error("no folders");
  prepareDataFolder(dataDir);
  const service = await serviceAtWork({ dataDir });
  writeFileSync(join(dataDir, "order-link-secret"), "of the old place");
  const customers = customersOf(service, 3);
  await customers.hasServed(3);
  const before = [...customers.completed];
  const done = await runCommand(service.ctx, { command: "db backup", args: { out }, operator });
  expect(done).toMatchObject({ ok: true, data: expect.stringContaining(`${out} is a complete data folder`) });
  const again = await runCommand(service.ctx, { command: "db backup", args: { out }, operator });
  expect(again).toMatchObject({ ok: false, sentence: expect.stringContaining("exists already") });
  await customers.hasServed(3);
  await customers.end();
  await expect(restore(out, dataDir)).rejects.toThrow("in use by process");
  await service.stop();
  await expect(restore(out, dataDir)).rejects.toThrow("has a database: move it away first");
  expect(readdirSync(out)).not.toContain("lock");

  mkdirSync(restored);
  // A program that starts in an empty folder makes secrets there; those of the backup count.
  writeFileSync(join(restored, "order-link-secret"), "of the new place");
  expect(await restore(out, restored)).toBeUndefined();
  expect(readFileSync(join(restored, "order-link-secret"), "utf8")).toBe("of the old place");
  expect(await pendingIn({ dataDir: restored })).toEqual([]);
  const second = await serviceAtWork({ dataDir: restored });
  expect(await runCommand(second.ctx, { command: "db check", args: {}, operator })).toMatchObject({
    ok: true,
    data: {
      books: "consistent: every check passed",
      orders: expect.any(Number),
      newest_transfer: expect.stringMatching(/^20/),
      cash_by_these_books: expect.arrayContaining([expect.objectContaining({ rail: "sandbox-paypal" })]),
    },
  });
  for (const order of before) expect((await track(second, order)).status).toBe("completed");
  await exchangeOne(second);
  expect(await runCommand(second.ctx, { command: "ledger verify", args: {}, operator })).toMatchObject({ ok: true });
  await second.stop();
});

test("a restore is refused beside a running process and from a folder without a database, and leaves nothing", async () => {
  const empty = join(folder, "empty");
  mkdirSync(empty);
  const target = join(folder, "target");
  expect(await restore(empty, target, true)).toMatchObject({ ok: false, sentence: expect.stringContaining("stop it") });
  await expect(restore(empty, target)).rejects.toThrow("is no backup");
  expect(existsSync(target)).toBe(false);
  expect(await pendingIn({ dataDir: target })).toBeUndefined();
});
