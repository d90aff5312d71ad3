import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../support/service/postgres.ts";

export type ExchangeAtWork = Awaited<ReturnType<typeof exchangeAtWork>>;

/** The address for the service, and the one an operator's command connects to at that moment. */
type Addresses = { url: string; operatorUrl(): string };

/**
 * What all processes of one exchange share: database, folder, secrets, and a reserve that the load cannot exhaust. The
 * database is started here, unless its addresses are given.
 */
export async function exchangeAtWork(database: "pglite" | "postgres" | Addresses) {
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
    ...(typeof database === "object" ? { DATABASE_URL: database.url } : {}),
  };
  const operator = (...words: string[]) =>
    spawnSync(process.execPath, ["build/operator.js", ...words], {
      env: {
        ...process.env,
        ...settings,
        ...(typeof database === "object" ? { DATABASE_URL: database.operatorUrl() } : {}),
      },
      encoding: "utf8",
    });
  return {
    dataDir,
    postgres,
    settings,
    /** Runs one operator command. */
    operator,
    /** While a service is running: it owns the embedded database. */
    fillReserve() {
      const { status, stdout, stderr } = operator(
        "reserve",
        "fund",
        "paypal-usd",
        "9000000",
        "--anyway",
        "--reason",
        "proof",
      );
      if (status !== 0) throw new Error(`The reserve could not be filled: ${stdout} ${stderr}`);
    },
    /** Prints violations; true when there are none. */
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

/** Advances the clock by half an hour, so that unpaid orders release their reserve. */
export async function letExpire(base: string): Promise<void> {
  const advance = () =>
    fetch(`${base}/api/v1/sandbox/clock`, {
      method: "POST",
      headers: { "client-id": "proof", "Content-Type": "application/json" },
      body: JSON.stringify({ advance_seconds: 1900 }),
    });
  // A keep-alive connection may close just as it is reused; advancing twice is harmless.
  const response = await advance().catch(advance);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The clock does not move: ${response.status}`);
}
