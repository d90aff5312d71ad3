import { setTimeout as wait } from "node:timers/promises";
import { isDatabaseAway } from "./connection-errors.ts";
import type { Database } from "./database.ts";

const askAgainMs = 250;

/** Resolves when the database answers, or when nobody waits for it any more. */
export async function untilReachable(db: Pick<Database, "ping">, isGivenUp: () => boolean): Promise<void> {
  while (!isGivenUp() && !(await db.ping().catch(() => false))) await wait(askAgainMs);
}

/**
 * Does what must be written, since what it tells of has happened, also where the database is away in this moment:
 * tried again for a minute. Only for what may be done twice, because an answer may be lost after the deed.
 */
export async function retryWhileDown(work: () => Promise<void>): Promise<void> {
  for (let tries = (60 * 1000) / askAgainMs; ; tries -= 1) {
    try {
      return await work();
    } catch (error) {
      if (tries <= 0 || !isDatabaseAway(error)) throw error;
      await wait(askAgainMs);
    }
  }
}
