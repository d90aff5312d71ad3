import { execFile, spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { endWithParent } from "../end-with-parent.ts";
import { findPostgres } from "../postgres-binaries.ts";

const run = promisify(execFile);
/** The port only names the socket file: the server does not listen on a network. */
const port = 5432;

/**
 * A throwaway PostgreSQL in a temporary folder, on a unix socket, with syncs like a real one. Uses the installed
 * binaries, and another account when started by root, since PostgreSQL refuses to run as root. Without durability it is
 * faster, for tests of other things.
 */
export async function startPostgres({ isDurable = true } = {}) {
  const binaries = findPostgres();
  if (binaries === undefined) throw new Error("PostgreSQL is not installed. On Debian: apt-get install postgresql");
  const folder = mkdtempSync(join(tmpdir(), "kursa-postgres-"));
  const account = await unprivilegedAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, "data");
  const asOwner = { cwd: folder, ...account };

  await run(join(binaries, "initdb"), ["-D", data, "-U", "kursa", "-A", "trust", "-E", "UTF8", "--no-sync"], asOwner);
  const options = [
    "-D",
    data,
    "-k",
    folder,
    "-c",
    "listen_addresses=",
    "-p",
    String(port),
    "-c",
    "max_connections=300",
    ...(isDurable ? [] : ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]),
  ];
  const launch = () => {
    const server = spawn(join(binaries, "postgres"), options, { ...asOwner, stdio: "ignore" });
    endWithParent(server);
    const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
    return { ended, quit: () => server.kill("SIGQUIT") };
  };
  let server = launch();
  // The server ends with the tests, even when they crash.
  const quit = () => server.quit();
  process.once("exit", quit);

  const url = (database: string) =>
    `postgresql://kursa@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`;
  const isUp = async () => (await connected(url("postgres"))).end();
  let databases = 0;
  await isUp();
  return {
    url,
    /** A new, empty database on it. */
    async freshUrl(name?: string): Promise<string> {
      databases += 1;
      const database = name ?? `fresh_${databases}`;
      const admin = await connected(url("postgres"));
      await admin.query(`create database ${database}`).finally(() => admin.end());
      return url(database);
    },
    /** Stops at once, as `pg_ctl stop -m immediate`: without a checkpoint. */
    async crash(): Promise<void> {
      server.quit();
      await server.ended;
    },
    /** After a crash; resolves when it accepts connections again. */
    async startAgain(): Promise<void> {
      server = launch();
      await isUp();
    },
    stop: async () => {
      process.off("exit", quit);
      server.quit();
      await server.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function unprivilegedAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const ids = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]).catch(() => undefined);
    if (ids) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
  }
  throw new Error("Started by root, PostgreSQL needs an account to run as: neither postgres nor nobody exists.");
}

/** A server takes a moment to listen; polls until it answers. */
async function connected(url: string): Promise<pg.Client> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt === 200) throw error;
      await wait(50);
    }
  }
}
