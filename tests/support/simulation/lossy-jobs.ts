import type { JobQueues, JobWork } from "../../../upstream/jobs/boss.ts";
import type { JobName, JobPayload } from "../../../upstream/ports/jobs.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import type { Chance } from "./chance.ts";

type Job = { name: JobName; payload: JobPayload };

/** In-memory queues that lose, delay and repeat jobs as a crash would; emails are never lost. */
export type LossyJobs = JobQueues & {
  turn(work: JobWork): Promise<void>;
  waiting(): number;
  calm(): void;
};

export function lossyJobs(luck: Chance): LossyJobs {
  let jobs: Job[] = [];
  let isCalm = false;

  const doOne = async (job: Job, work: JobWork) => {
    if (!isCalm && luck.percent(10)) return void jobs.push(job);
    if (!isCalm && job.name !== "email" && luck.percent(4)) return;
    try {
      await work[job.name](job.payload);
      if (!isCalm && luck.percent(4)) jobs.push(job);
    } catch (error) {
      if (!(error instanceof RailUnavailable)) throw error;
      jobs.push(job);
    }
  };

  return {
    async send(_tx, name, payload) {
      // One email in four is sent, to save time for more orders.
      if (name !== "email" || luck.percent(25)) jobs.push({ name, payload });
    },
    wakeWorkers() {},
    prepare: async () => {},
    start: async () => {},
    releaseAbandoned: async () => {},
    stop: async () => {},
    async turn(work) {
      const due = jobs;
      jobs = [];
      for (const job of isCalm ? due : luck.shuffled(due)) await doOne(job, work);
    },
    waiting: () => jobs.length,
    calm: () => {
      isCalm = true;
    },
  };
}
