import { mkdirSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { PGlite, types } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import type { Database, Orm, RawQuery, Tx } from "../database.ts";
import { pingWithTimeout } from "../ping-with-timeout.ts";
import { retrying } from "../retry.ts";
import * as schema from "../schema/index.ts";
import { DurableNodeFS, durableStartParams, proveDurable } from "./durable-fs.ts";

// V8 would translate much of PostgreSQL a second time, better, within its first second: a third of a start's work, for
// functions that are used there and then seldom. What orders use is translated within their first seconds.
setFlagsFromString("--wasm-tiering-budget=60000000");

/**
 * PostgreSQL zeroes its buffers when it starts: 128 MB by default, all of it resident. The operating system caches the
 * files as well, and an embedded exchange has few of them.
 */
const smallBuffers = ["-c", "shared_buffers=16MB"];

/** The embedded database in a folder, durable. The caller holds the folder's lock: two processes would corrupt it. */
export async function connectPglite(folder: string): Promise<Database> {
  mkdirSync(folder, { recursive: true });
  const disk = new DurableNodeFS(folder);
  const pg = await PGlite.create({
    ...driverOptions,
    fs: disk,
    startParams: [...durableStartParams(PGlite.defaultStartParams), ...smallBuffers],
  });
  await proveDurable(pg, disk);
  return pgliteDatabase(pg);
}

/** int8 as bigint, as on PostgreSQL: PGlite would give a number. */
export const driverOptions = { parsers: { [types.INT8]: BigInt } };

/** The service's view of a running PGlite; also of one that tests keep in memory. */
export function pgliteDatabase(pg: PGlite): Database {
  // The two drivers differ in type only by the shape of what `execute` returns, of which we use `rows`.
  const orm = drizzle(pg, { schema }) as unknown as Orm;
  return {
    kind: "pglite",
    orm,
    transaction: (work) => retrying(() => orm.transaction(work)),
    query: (text, values) => run(pg, text, values),
    rawIn,
    ping: () => pingWithTimeout(pg.query("select 1")),
    close: () => pg.close(),
  };
}

type Session = Pick<PGlite, "query" | "exec">;

function rawIn(tx: Tx): RawQuery {
  const session: unknown = Reflect.get(tx, "session");
  const client: unknown = typeof session === "object" && session !== null ? Reflect.get(session, "client") : undefined;
  if (!isSession(client)) throw new Error("drizzle keeps its PGlite session elsewhere in this version.");
  return (text, values) => run(client, text, values);
}

function isSession(value: unknown): value is Session {
  return typeof value === "object" && value !== null && "query" in value && "exec" in value;
}

/** Without values a text may hold several statements, which only `exec` takes; the last one's rows are the answer. */
async function run(session: Session, text: string, values: unknown[] = []) {
  if (values.length > 0) return session.query<Record<string, unknown>>(text, values);
  const results = await session.exec(text);
  return { rows: results.at(-1)?.rows ?? [] };
}
