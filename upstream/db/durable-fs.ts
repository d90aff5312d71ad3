import { fsyncSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** How PGlite must be started so that its commits reach the disk: it is shipped with syncing off. */
export function durableStartParams(defaults: readonly string[]): string[] {
  return [...defaults.filter((parameter) => parameter !== "-F"), "-c", "wal_sync_method=fsync"];
}

/**
 * The disk under PGlite, made to keep its promises: PGlite's own fsync is a no-op, so a power cut would lose every
 * order acknowledged in the last seconds. It leans on PGlite's insides, therefore `proveDurable` asks at each start
 * whether it still works.
 */
export class DurableNodeFS extends NodeFS {
  /** How often PostgreSQL asked for a sync and got one. */
  syncs = 0;

  override async init(pg: PGlite, options: Parameters<NodeFS["init"]>[1]) {
    const ready = await super.init(pg, options);
    ready.emscriptenOpts.preRun = [
      (module: unknown) => {
        streamOperations(module).fsync = (stream) => {
          fsyncSync(stream.nfd);
          this.syncs += 1;
          return 0;
        };
      },
      ...(ready.emscriptenOpts.preRun ?? []),
    ];
    return ready;
  }
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

type StreamOperations = { fsync?: (stream: { nfd: number }) => number };

function streamOperations(module: unknown): StreamOperations {
  if (typeof module === "object" && module !== null && "NODEFS" in module) {
    const { NODEFS } = module;
    if (typeof NODEFS === "object" && NODEFS !== null && "stream_ops" in NODEFS) {
      const { stream_ops } = NODEFS;
      if (typeof stream_ops === "object" && stream_ops !== null) return stream_ops;
    }
  }
  throw new Error("PGlite's file system looks different in this version: durability cannot be promised.");
}
