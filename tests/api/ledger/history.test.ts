import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptHistory } from "../../../upstream/db/history/history.ts";
import { HistoryFault } from "../../../upstream/db/history/history-mark.ts";
import { openDatabase, type Use } from "../../../upstream/db/open.ts";
import { builtProgram } from "../../support/service/built-program.ts";
import { prepareDataFolder } from "../../support/service/service-at-work.ts";

let folder = "";
const path = (name: string) => join(folder, name);
const copy = (from: string, to: string) => {
  rmSync(path(to), { recursive: true, force: true });
  cpSync(path(from), path(to), { recursive: true });
};

/** One run of the service, in the data folder `site`. */
async function run(use: Use = "service"): Promise<void> {
  const { db, history, fault } = await openDatabase({ dataDir: path("site") }, use);
  if (fault) await acceptHistory(db.query);
  else await history.advance(db.query);
  await db.close();
}

/** What the operator's program says on the terminal, with the data folder `site`. */
async function operator(...words: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: "", DATA_DIR: path("site"), RAILS: "sandbox" };
  const program = [await builtProgram("upstream/program/operator-main.ts"), ...words];
  return promisify(execFile)(process.execPath, program, { env }).then(
    ({ stdout }) => stdout,
    (failed) => String(failed.stderr),
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kursa-history-"));
  prepareDataFolder(path("site"));
  await run();
  copy("site", "backup");
  await run();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the embedded database", () => {
  test("restored with its whole data folder is used at once", async () => {
    copy("site", "newest");
    copy("backup", "site");
    await run();
    copy("newest", "site");
  });

  test("restored alone to an earlier moment is refused until an operator accepts it", async () => {
    copy("backup/db", "site/db");
    await expect(run()).rejects.toThrow(HistoryFault);
    expect(await operator("members", "sign-out", "a@example.com", "--reason", "a lost phone")).toContain(
      "operator db accept-history",
    );
    await run("operator");
    await run();
  });
});
