import type { JobWork } from "../../../upstream/jobs/boss.ts";
import type { JobName, JobPayload, Jobs } from "../../../upstream/ports/jobs.ts";

export type InlineJobs = Jobs & {
  /** What waits, in the order it was sent. */
  waiting: { name: JobName; payload: JobPayload }[];
  /** Does what waits, and what that sends in turn, until nothing waits. A job that throws stays and the error passes. */
  run(work: JobWork): Promise<void>;
};

/**
 * Jobs without queues: they wait in memory until the test says so. A transaction that was rolled back leaves its jobs
 * here all the same; they must then find nothing to do, as after any repetition.
 */
export function inlineJobs(): InlineJobs {
  const waiting: InlineJobs["waiting"] = [];
  return {
    waiting,
    async send(_tx, name, payload) {
      waiting.push({ name, payload });
    },
    wakeWorkers() {},
    async run(work) {
      for (let job = waiting[0]; job; job = waiting[0]) {
        await work[job.name](job.payload);
        waiting.shift();
      }
    },
  };
}
