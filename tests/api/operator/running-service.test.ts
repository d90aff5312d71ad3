import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectToService, listenAsService } from "../../../upstream/db/postgres/service-socket.ts";
import { commands } from "../../../upstream/program/commands.ts";
import { builtProgram } from "../../support/service/built-program.ts";

const run = promisify(execFile);
/** Nobody listens there: a command that connects by itself gets no answer. */
const databaseUrl = "postgresql://kursa:secret@127.0.0.1:9/kursa";
const newFolder = () => mkdtempSync(join(tmpdir(), "kursa-service-"));

async function listening(dataDir: string, answer: string) {
  const service = await listenAsService({ databaseUrl, dataDir });
  onTestFinished(service.release);
  service.serve(async () => JSON.stringify({ ok: true, data: answer }));
  return service;
}

describe("an operator command on PostgreSQL", () => {
  test("is answered by a running service, whatever account the operator names", async () => {
    const dataDir = newFolder();
    await listening(dataDir, "from the service");
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl.replace("kursa:secret", "owner:other"),
      ORDER_LINK_SECRETS: "o".repeat(32),
      ACCOUNT_SECRETS: "a".repeat(32),
    };
    const words = [await builtProgram("upstream/program/operator-main.ts"), "maintenance", "show"];
    const { stdout } = await run(process.execPath, words, { env });
    expect(stdout).toBe("from the service\n");
  });

  test("asks no service of another database, and none that has ended", async () => {
    const dataDir = newFolder();
    const first = await listening(dataDir, "first");
    expect(await connectToService({ databaseUrl: `${databaseUrl}_other`, dataDir })).toBeUndefined();
    const second = await listening(dataDir, "second");
    first.release();
    const conversation = await connectToService({ databaseUrl, dataDir });
    expect(await conversation?.request("{}")).toContain("second");
    conversation?.close();
    second.release();
    expect(await connectToService({ databaseUrl, dataDir })).toBeUndefined();
  });

  test("connects by itself where it reads very much, or needs the owner's account", () => {
    const connecting = commands.filter(({ connects }) => connects).map(({ name }) => name);
    expect(connecting.sort()).toEqual([
      ...["books export", "books figures", "day close"],
      ...["db accept-history", "db backup", "db check", "db migrate", "db restore", "db role", "ledger verify"],
      ...["newsletter export", "orders export", "promo report", "report consents", "report profit", "report reserves"],
      ...["report visits", "staff recover"],
    ]);
  });
});
