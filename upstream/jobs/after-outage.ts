import { isDatabaseAway } from "../db/connection-errors.ts";
import type { JobTroubles } from "./boss.ts";

/**
 * A job that the database went away from is neither done nor failed: its queue waits until its time is over, minutes
 * later, and money waits with it. So an outage is remembered, and when a turn of the schedule finds the database back,
 * what was under way is sent again at once; done twice it is done once.
 */
export function afterOutage(tell: JobTroubles["onError"], resume: () => Promise<void>) {
  let wasAway = false;
  return {
    onError(error: unknown, job: string): void {
      wasAway ||= isDatabaseAway(error);
      tell(error, job);
    },
    /** Throws while the database is still away, and tries again at the next turn. */
    async resumeIfDue(): Promise<void> {
      if (!wasAway) return;
      await resume();
      wasAway = false;
    },
  };
}
