import { mkdirSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { PGlite, types } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { commitProbe, commitStatement } from "../commit-probe.ts";
import type { Database, Orm, RawQuery, Tx } from "../database.ts";
import { pingWithTimeout } from "../ping-with-timeout.ts";
import { retrying } from "../retry.ts";
import { diskFull, diskRoom } from "./disk-room.ts";
import { DurableNodeFS, durableStartParams, proveDurable } from "./durable-fs.ts";
import { oneStatementATurn } from "./statement-turns.ts";

// Defers V8's optimizing compilation of PostgreSQL, which takes a third of the start-up for functions seldom used
// later. The functions orders use are compiled within their first seconds.
setFlagsFromString("--wasm-tiering-budget=60000000");

/**
 * PostgreSQL zeroes its buffers at start: 128 MB by default, all resident. The operating system caches the files as
 * well, and an embedded exchange has little data.
 */
const smallBuffers = ["-c", "shared_buffers=16MB"];

/**
 * The embedded database in a folder, durable. The caller must hold the folder's lock: two processes would corrupt it.
 */
export async function connectPglite(folder: string): Promise<Database> {
  mkdirSync(folder, { recursive: true });
  const hasRoom = diskRoom(folder, () => performance.now());
  if (!hasRoom()) throw diskFull();
  const disk = new DurableNodeFS(folder);
  const pg = await PGlite.create({
    ...driverOptions,
    fs: disk,
    startParams: [...durableStartParams(PGlite.defaultStartParams), ...smallBuffers],
  });
  await proveDurable(pg, disk);
  oneStatementATurn(pg);
  return pgliteDatabase(pg, hasRoom);
}

/** int8 as bigint, as on PostgreSQL; PGlite's default is number. */
export const driverOptions = { parsers: { [types.INT8]: BigInt } };

/**
 * The `Database` interface over a running PGlite, also one that tests keep in memory. Without room on its disk it begins
 * no transaction: PostgreSQL cannot go on once its log is full.
 */
export function pgliteDatabase(pg: PGlite, hasRoom: () => boolean = () => true): Database {
  pg.parsers = parsersOfPlainTypes(pg.parsers);
  // The drivers' types differ only in what `execute` returns, of which we use `rows`.
  const orm = drizzle(pg) as unknown as Orm;
  return {
    kind: "pglite",
    orm,
    transaction: (work) => (hasRoom() ? retrying(() => orm.transaction(work)) : Promise.reject(diskFull())),
    query: (text, values) => run(pg, text, values),
    rawIn,
    ping: () => pingWithTimeout(pg.query("select 1")),
    canCommit: commitProbe(() => (hasRoom() ? pg.query(commitStatement) : Promise.reject(diskFull()))),
    // It has no standby, and a commit that it shows is on disk.
    confirmCommits: async () => {},
    close: () => pg.close(),
  };
}

/** PostgreSQL's `FirstGenbkiObjectId`: below it are its plain types and arrays of them, from it on those of tables. */
const firstTypeOfTables = 10_000;

/**
 * PGlite parses arrays of each table's rows as well, which no statement of ours returns, and it copies all its parsers for each
 * statement of drizzle: with them a short statement takes 0.5 ms, without them 0.35.
 */
function parsersOfPlainTypes(parsers: PGlite["parsers"]): PGlite["parsers"] {
  return Object.fromEntries(Object.entries(parsers).filter(([type]) => Number(type) < firstTypeOfTables));
}

type Session = Pick<PGlite, "query" | "exec">;

function rawIn(tx: Tx): RawQuery {
  const session: unknown = Reflect.get(tx, "session");
  const client: unknown = typeof session === "object" && session !== null ? Reflect.get(session, "client") : undefined;
  if (!isSession(client)) throw new Error("This version of drizzle stores its PGlite session elsewhere.");
  return (text, values) => run(client, text, values);
}

function isSession(value: unknown): value is Session {
  return typeof value === "object" && value !== null && "query" in value && "exec" in value;
}

/** A text without values may hold several statements, which only `exec` accepts; the last one's rows are returned. */
async function run(session: Session, text: string, values: unknown[] = []) {
  if (values.length > 0) return session.query<Record<string, unknown>>(text, values);
  const results = await session.exec(text);
  return { rows: results.at(-1)?.rows ?? [] };
}
