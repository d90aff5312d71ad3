import { existsSync, fsyncSync } from "node:fs";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { reportEnd } from "../../shared/report-failure.ts";
import { syncTree } from "./sync-tree.ts";

/** Start options that make PGlite sync commits to disk; its default is off. */
export function durableStartParams(defaults: readonly string[]): string[] {
  return [...defaults.filter((parameter) => parameter !== "-F"), "-c", "wal_sync_method=fsync"];
}

/** PostgreSQL's lock file of its data folder; a killed process leaves it behind. */
const ownerNote = "postmaster.pid";

/**
 * A durable file system for PGlite, whose own fsync does nothing: a power cut would lose all orders of the last
 * seconds. It depends on PGlite's internals, so `proveDurable` checks at each start that it still works. After a crash
 * PostgreSQL syncs every file of its folder twice, one by one; here all are synced at once beforehand, and its syncs of
 * unchanged files are skipped.
 */
export class DurableNodeFS extends NodeFS {
  /** Number of syncs that PostgreSQL requested and got. */
  syncs = 0;
  /** All files are synced and PostgreSQL has written only its lock file. */
  private isAllOnDisk = false;

  override async init(pg: PGlite, options: Parameters<NodeFS["init"]>[1]) {
    if (existsSync(join(this.rootDir, ownerNote))) {
      await syncTree(this.rootDir);
      this.isAllOnDisk = true;
    }
    const ready = await super.init(pg, options);
    ready.emscriptenOpts.preRun = [
      (module: unknown) => this.interceptWrites(streamOperations(module)),
      ...(ready.emscriptenOpts.preRun ?? []),
    ];
    return ready;
  }

  /** Syncs the file that PostgreSQL knows by this path. */
  protected sync(stream: Stream): void {
    fsyncSync(stream.nfd);
    this.syncs += 1;
  }

  private interceptWrites(operations: StreamOperations): void {
    const { write } = operations;
    operations.write = (stream, ...rest) => {
      if (!isOwnerNote(stream)) this.isAllOnDisk = false;
      try {
        return write(stream, ...rest);
      } catch (error) {
        if (stream.path.includes("/pg_wal/")) endProcess();
        throw error;
      }
    };
    operations.fsync = (stream) => {
      if (!this.isAllOnDisk || isOwnerNote(stream)) this.sync(stream);
      return 0;
    };
  }
}

/**
 * PostgreSQL's log could not be written: a server would end here (PANIC), while PGlite waits forever for its own lock and
 * blocks the process. Nothing acknowledged is lost. EX_IOERR of sysexits.h.
 */
function endProcess(): never {
  try {
    reportEnd("the embedded database cannot write its log", new Error("the disk is full or broken"));
  } finally {
    // Our own log may be on that disk.
    process.exit(74);
  }
}

function isOwnerNote(stream: Stream): boolean {
  return stream.path.endsWith(`/${ownerNote}`);
}

/** Refuses to start on a database that would lose data: the owner must know before the first order. */
export async function proveDurable(pg: PGlite, disk: DurableNodeFS): Promise<void> {
  const { rows } = await pg.query<{ fsync: string; method: string }>(
    "select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method",
  );
  const before = disk.syncs;
  await pg.query("select pg_logical_emit_message(true, 'kursa', 'start')");
  const synced = disk.syncs > before;
  if (rows[0]?.fsync !== "on" || rows[0].method !== "fsync" || !synced) {
    throw new Error(
      `The embedded database does not sync its commits to disk (fsync ${rows[0]?.fsync}, ` +
        `method ${rows[0]?.method}, synced on commit: ${synced}). Refusing to start.`,
    );
  }
}

export type Stream = { nfd: number; path: string };
type StreamOperations = {
  fsync?: (stream: Stream) => number;
  write: (stream: Stream, ...rest: unknown[]) => number;
};

function streamOperations(module: unknown): StreamOperations {
  if (typeof module === "object" && module !== null && "NODEFS" in module) {
    const { NODEFS } = module;
    if (typeof NODEFS === "object" && NODEFS !== null && "stream_ops" in NODEFS) {
      if (isStreamOperations(NODEFS.stream_ops)) return NODEFS.stream_ops;
    }
  }
  throw new Error("This version of PGlite has another file system interface: durability cannot be guaranteed.");
}

function isStreamOperations(value: unknown): value is StreamOperations {
  return typeof value === "object" && value !== null && "write" in value && typeof value.write === "function";
}
