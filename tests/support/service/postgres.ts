import { execFile, spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { deleteFolder } from "../delete-folder.ts";
import { endWithParent } from "../end-with-parent.ts";
import { findPostgres } from "../postgres-binaries.ts";
import { serverProcesses } from "./server-processes.ts";
import { unprivilegedAccount } from "./unprivileged-account.ts";

const run = promisify(execFile);
/** The port only names the socket file: the server does not listen on a network. */
const port = 5432;

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;
type Kind = {
  /** Without durability it is faster, for tests of other things. */
  isDurable?: boolean;
  /** Starts as a standby of this server, under this name. */
  standby?: { of: { folder: string }; name: string };
};

/**
 * A throwaway PostgreSQL in a temporary folder, on a unix socket, with syncs like a real one. Uses the installed
 * binaries, and another account when started by root, since PostgreSQL refuses to run as root.
 */
export async function startPostgres(kind: Kind = {}) {
  const server = await install(kind);
  server.launch();
  // The server ends with the tests, even when they crash.
  const quit = () => server.processes().quit();
  process.once("exit", quit);
  const { folder } = server;
  const url = (database: string) =>
    `postgresql://kursa@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`;
  const query = async (text: string) => {
    const client = await connected(url("postgres"));
    return client.query(text).finally(() => client.end());
  };
  const ended = async (how: "quit" | "kill") => {
    server.processes()[how]();
    await server.processes().ended;
  };
  let databases = 0;
  await query("select 1");
  return {
    folder,
    /** The unix socket it listens on. */
    socket: join(folder, `.s.PGSQL.${port}`),
    url,
    /** One statement as the superuser. */
    query,
    /** A new, empty database on it. */
    async freshUrl(name?: string): Promise<string> {
      databases += 1;
      const database = name ?? `fresh_${databases}`;
      await query(`create database ${database}`);
      return url(database);
    },
    /** Stops at once, as `pg_ctl stop -m immediate`: without a checkpoint. */
    crash: () => ended("quit"),
    /** `kill -9` for all its processes. */
    kill: () => ended("kill"),
    /** Its processes stop, and keep their connections, until `thaw`. */
    freeze: () => server.processes().freeze(),
    thaw: () => server.processes().thaw(),
    /** After a crash; resolves when it accepts connections again. */
    async startAgain(): Promise<void> {
      server.launch();
      await query("select 1");
    },
    /** While it is stopped: keeps its data, or puts back what was kept. */
    keepData: () => server.copy("data", "kept"),
    restoreData: () => server.copy("kept", "data"),
    stop: async () => {
      process.off("exit", quit);
      await ended("quit");
      await deleteFolder(folder);
    },
  };
}

/** Creates the data of a new server, or of a standby; `launch` starts it. */
async function install({ isDurable = true, standby }: Kind) {
  const binaries = findPostgres();
  if (binaries === undefined) throw new Error("PostgreSQL is not installed. On Debian: apt-get install postgresql");
  const folder = mkdtempSync(join(tmpdir(), "kursa-postgres-"));
  const account = await unprivilegedAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  const asOwner = { cwd: folder, ...account };
  const data = join(folder, "data");
  if (standby) {
    const source = `host=${standby.of.folder} port=${port} user=kursa application_name=${standby.name}`;
    await run(join(binaries, "pg_basebackup"), ["-D", data, "-d", source, "-R", "-c", "fast", "--no-sync"], asOwner);
  } else
    await run(join(binaries, "initdb"), ["-D", data, "-U", "kursa", "-A", "trust", "-E", "UTF8", "--no-sync"], asOwner);
  if (!isDurable) await appendFile(join(data, "postgresql.auto.conf"), "synchronous_commit = off\n");
  const settings = [
    ...["listen_addresses=", "max_connections=300"],
    ...(isDurable ? [] : ["fsync=off", "full_page_writes=off"]),
  ].flatMap((setting) => ["-c", setting]);
  const options = ["-D", data, "-k", folder, "-p", String(port), ...settings];
  const launch = () => {
    const server = spawn(join(binaries, "postgres"), options, { ...asOwner, stdio: "ignore" });
    endWithParent(server);
    const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
    return { ended, ...serverProcesses(server) };
  };
  let running: ReturnType<typeof launch> | undefined;
  return {
    folder,
    launch() {
      running = launch();
    },
    processes() {
      if (!running) throw new Error("PostgreSQL was not started");
      return running;
    },
    async copy(from: string, to: string): Promise<void> {
      rmSync(join(folder, to), { recursive: true, force: true });
      await run("cp", ["-a", from, to], asOwner);
    },
  };
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
