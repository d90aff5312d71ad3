import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../support/service/postgres.ts";

export type ExchangeAtWork = Awaited<ReturnType<typeof exchangeAtWork>>;

/** What every process of one exchange shares: a database, a folder, secrets; with a reserve that no load runs dry. */
export async function exchangeAtWork(database: "pglite" | "postgres") {
  const dataDir = await mkdtemp(join(tmpdir(), "kursa-proof-"));
  const postgres = database === "postgres" ? await startPostgres() : undefined;
  const settings: Record<string, string> = {
    DATA_DIR: dataDir,
    SANDBOX_CLOCK: "1",
    SESSION_SECRETS: "s".repeat(64),
    ORDER_LINK_SECRETS: "o".repeat(64),
    ACCOUNT_SECRETS: "a".repeat(64),
    API_CLIENT_SECRET: "c".repeat(64),
    ...(postgres ? { DATABASE_URL: await postgres.freshUrl() } : {}),
  };
  const operator = (...words: string[]) =>
    spawnSync(process.execPath, ["build/operator.js", ...words], {
      env: { ...process.env, ...settings },
      encoding: "utf8",
    });
  return {
    dataDir,
    postgres,
    settings,
    /** One command of the operator's. */
    operator,
    /** Once a service is running: the embedded database is reached through it. */
    fillReserve() {
      const { status, stdout, stderr } = operator("reserve", "fund", "paypal-usd", "9000000", "--reason", "proof");
      if (status !== 0) throw new Error(`The reserve could not be filled: ${stdout} ${stderr}`);
    },
    /** Prints what does not hold; true when everything does. */
    verifyLedger(): boolean {
      const { status, stdout, stderr } = operator("ledger", "verify");
      if (status !== 0) console.error(stdout, stderr);
      return status === 0;
    },
    async end() {
      await postgres?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Half an hour and a little goes by for everybody, so that orders nobody pays give their reserve back. */
export async function letExpire(base: string): Promise<void> {
  const advance = () =>
    fetch(`${base}/api/v1/sandbox/clock`, {
      method: "POST",
      headers: { "client-id": "proof", "Content-Type": "application/json" },
      body: JSON.stringify({ advance_seconds: 1900 }),
    });
  // A kept connection may be closed just as it is used again; twice half an hour does no harm.
  const answer = await advance().catch(advance);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The clock does not move: ${answer.status}`);
}
