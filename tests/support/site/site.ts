import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deleteFolder } from "../delete-folder.ts";
import { endWithParent } from "../end-with-parent.ts";
import { databaseSettings, dropSiteDatabase, siteDatabase } from "./site-database.ts";

export type Site = {
  origin: string;
  dataDir: string;
  /** The address of its database; null where it is embedded, or a service's. */
  databaseUrl: string | null;
  process: ChildProcess;
  /** Its output so far. */
  log(): string;
  /** Returns its output from now on: a site that several tests share has that of the earlier ones as well. */
  logFromNow(): () => string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/**
 * PostgreSQL in WebAssembly stays as V8 first compiles it. Optimizing it takes most of a second of a processor at each start,
 * which pays only where a site answers the requests of some 25 tests.
 */
const unoptimized = "--liftoff-only";

/**
 * Starts the built site like `npm start`, on a free port and a fresh data folder, with a fast sandbox and an adjustable
 * clock, on a database of its own (site-database.ts). `settings` are added to the environment; what tests an outage sets `PAGE_TIMEOUT_MS` as it is by default.
 * `isLongLived`: for many tests, or for people.
 */
export async function startSite(
  settings: Record<string, string> = {},
  { isLongLived = false }: { isLongLived?: boolean } = {},
): Promise<Site> {
  const port = settings.PORT ?? String(await freePort());
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "kursa-")));
  const databaseUrl = await siteDatabase(settings, dataDir);
  const printed: string[] = [];
  const program = ["node_modules/.bin/remix-serve", "./build/server/index.js"];
  const child = spawn(process.execPath, isLongLived ? program : [unoptimized, ...program], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      PORT: port,
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      SANDBOX_CLOCK: "1",
      SANDBOX_PACE_MS: "0",
      RATE_LIMITS: "off",
      UNPAID_LIMITS: "off",
      PAYER_LIMITS: "off",
      FEES_FOLLOW_NETWORK: "off",
      PRICE_FLOOR: "off",
      // Many orders of one customer.
      UNASKED_EMAILS_PER_DAY: "1000",
      BOT_CHECK: "off",
      PAYOUT_CAPS: "off",
      // A slow machine is no outage.
      PAGE_TIMEOUT_MS: "20000",
      ...databaseSettings({ databaseUrl }),
      ...settings,
    },
  });
  endWithParent(child);
  child.stdout.on("data", (chunk) => printed.push(String(chunk)));
  child.stderr.on("data", (chunk) => printed.push(String(chunk)));
  const site: Site = {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl,
    process: child,
    log: () => printed.join(""),
    logFromNow: () => {
      const before = printed.length;
      return () => printed.slice(before).join("");
    },
    stop: async (signal = "SIGTERM") => {
      const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : Promise.resolve([]);
      child.kill(signal);
      await ended;
      if (!settings.DATA_DIR) {
        await deleteFolder(dataDir);
        if (databaseUrl !== null && !settings.DATABASE_URL) await dropSiteDatabase(dataDir);
      }
      return child.exitCode;
    },
  };
  await ready(site);
  return site;
}

async function ready(site: Site): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    if (site.process.exitCode !== null) throw new Error(`The site ended at once:\n${site.log()}`);
    const response = await fetch(`${site.origin}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The site did not get ready:\n${site.log()}`);
}

/** From a port to the number of its mark, which is below all that are given away. */
const toMark = 18_000;

/**
 * A port on which nothing listens, below those that the system gives to outgoing connections: one of these could take it
 * before it is used. No other call returns it, in this process or another, as long as this process runs: a site listens
 * only seconds later, and does not listen while it is restarted.
 */
export async function freePort(from = 20_000, below = 32_000): Promise<number> {
  for (;;) {
    const port = randomInt(from, below);
    // A UDP socket marks it as given away. Not on the same number: Caddy listens there for HTTP/3.
    const mark = createSocket("udp4");
    if (!(await isOpened(mark, () => mark.bind({ address: "127.0.0.1", port: port - toMark, exclusive: true }))))
      continue;
    mark.unref();
    const server = createServer();
    if (!(await isOpened(server, () => server.listen(port, "127.0.0.1")))) {
      mark.close();
      continue;
    }
    server.close();
    await once(server, "close");
    return port;
  }
}

/** False where another socket has the port. */
async function isOpened(socket: Server | Socket, open: () => unknown): Promise<boolean> {
  const listening = once(socket, "listening");
  open();
  return listening.then(
    () => true,
    () => false,
  );
}
