import { existsSync, fsyncSync } from "node:fs";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { syncTree } from "./sync-tree.ts";

/** How PGlite must be started so that its commits reach the disk: it is shipped with syncing off. */
export function durableStartParams(defaults: readonly string[]): string[] {
  return [...defaults.filter((parameter) => parameter !== "-F"), "-c", "wal_sync_method=fsync"];
}

/** PostgreSQL's note of who has its folder; left behind by one that was killed. */
const ownerNote = "postmaster.pid";

/**
 * The disk under PGlite, made to keep its promises: PGlite's own fsync is a no-op, so a power cut would lose every
 * order acknowledged in the last seconds. It leans on PGlite's insides, therefore `proveDurable` asks at each start
 * whether it still works.
 *
 * After a crash PostgreSQL first syncs every file of its folder, twice and one after the other. Here all are synced
 * at once before it begins, and those of its syncs that find nothing written since are let pass.
 */
export class DurableNodeFS extends NodeFS {
  /** How often PostgreSQL asked for a sync and got one. */
  syncs = 0;
  /** Everything that it will find is on disk, and it has written nothing but its note yet. */
  private isAllOnDisk = false;

  override async init(pg: PGlite, options: Parameters<NodeFS["init"]>[1]) {
    if (existsSync(join(this.rootDir, ownerNote))) {
      await syncTree(this.rootDir);
      this.isAllOnDisk = true;
    }
    const ready = await super.init(pg, options);
    ready.emscriptenOpts.preRun = [
      (module: unknown) => this.attend(streamOperations(module)),
      ...(ready.emscriptenOpts.preRun ?? []),
    ];
    return ready;
  }

  /** The sync itself, of what PostgreSQL knows by this path. */
  protected sync(stream: Stream): void {
    fsyncSync(stream.nfd);
    this.syncs += 1;
  }

  private attend(operations: StreamOperations): void {
    const { write } = operations;
    operations.write = (stream, ...rest) => {
      if (!isOwnerNote(stream)) this.isAllOnDisk = false;
      return write(stream, ...rest);
    };
    operations.fsync = (stream) => {
      if (!this.isAllOnDisk || isOwnerNote(stream)) this.sync(stream);
      return 0;
    };
  }
}

function isOwnerNote(stream: Stream): boolean {
  return stream.path.endsWith(`/${ownerNote}`);
}

/** Refuses to go on with a database that would forget: the owner must know before the first order, not after. */
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
  throw new Error("PGlite's file system looks different in this version: durability cannot be promised.");
}

function isStreamOperations(value: unknown): value is StreamOperations {
  return typeof value === "object" && value !== null && "write" in value && typeof value.write === "function";
}
