import { setTimeout as wait } from "node:timers/promises";
import { isDatabaseDown } from "./connection-errors.ts";
import type { Database } from "./database.ts";

const retryMs = 250;

/** Resolves when the database answers, or when the caller has stopped. */
export async function untilReachable(db: Pick<Database, "ping">, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && !(await db.ping().catch(() => false))) await wait(retryMs);
}

/**
 * Retries an idempotent write for one minute while the database is unreachable. Only for idempotent writes, because the
 * answer to a successful one may be lost.
 */
export async function retryWhileDown<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = (60 * 1000) / retryMs; ; tries -= 1) {
    try {
      return await work();
    } catch (error) {
      if (tries <= 0 || !isDatabaseDown(error)) throw error;
      await wait(retryMs);
    }
  }
}
