import { isDatabaseDown } from "../db/connection-errors.ts";
import type { JobErrors } from "../jobs/boss.ts";

/**
 * When the database fails during a job, the job is neither done nor failed: its queue waits minutes until it expires,
 * and the payout with it. So an outage is remembered, and the first scheduled run after it re-queues everything in
 * progress; jobs are idempotent.
 */
export function resumeAfterOutage(report: JobErrors["onError"], resume: () => Promise<void>) {
  let wasDown = false;
  return {
    onError(error: unknown, job: string): void {
      wasDown ||= isDatabaseDown(error);
      report(error, job);
    },
    /** At a start. With the database down or too slow it is left to the scheduled runs, so that the service starts all the same. */
    async resumeAtStart(): Promise<void> {
      try {
        await resume();
      } catch (error) {
        if (!isDatabaseDown(error)) throw error;
        wasDown = true;
        report(error, "work in progress at the start");
      }
    },
    /** Throws while the database is down; the next run tries again. */
    async resumeIfDue(): Promise<void> {
      if (!wasDown) return;
      await resume();
      wasDown = false;
    },
  };
}
