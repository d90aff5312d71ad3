import type { JobWork } from "../../../upstream/jobs/boss.ts";
import type { JobName, JobPayload, Jobs } from "../../../upstream/ports/jobs.ts";

export type InlineJobs = Jobs & {
  /** Queued jobs in order. */
  waiting: { name: JobName; payload: JobPayload }[];
  /**
   * Runs queued jobs and those they queue, until none is left. A job that throws stays queued, and the error is thrown.
   */
  run(work: JobWork): Promise<void>;
};

/**
 * Jobs without queues: kept in memory until the test runs them. A rolled back transaction leaves its jobs here; they
 * must find nothing to do, like repeated ones.
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
