import { pingWithTimeout } from "./ping-with-timeout.ts";

/**
 * Commits, in the log alone: no table, no rights, no row to vacuum. A standby and a read-only transaction refuse it, and
 * with synchronous replication it waits for the standby.
 */
export const commitStatement =
  "select pg_logical_emit_message(true, 'kursa', 'ready') where current_setting('transaction_read_only') = 'off'";

/** Whether `commit` returned a row within 1.5 seconds. One at a time: one that hangs holds one connection, not many. */
export function commitProbe(commit: () => Promise<{ rows: unknown[] }>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  return () => {
    running ??= commit()
      .then(
        ({ rows }) => rows.length === 1,
        () => false,
      )
      .finally(() => {
        running = undefined;
      });
    return pingWithTimeout(running);
  };
}
