import PgBoss from "pg-boss";
import type { Database } from "../db/database.ts";
import { retryWhileDown, untilReachable } from "../db/retry-while-down.ts";
import type { JobName, JobPayload, Jobs } from "../ports/jobs.ts";
import { bossDatabase, bossTransaction } from "./boss-database.ts";
import { queueOf } from "./queue-names.ts";

/** Runs one job. Must be idempotent. Throws to be retried later. */
export type JobWork = Record<JobName, (payload: JobPayload) => Promise<void>>;

/** The job queues of one database. `send` works after one `prepare`, workers run after `start`. */
export type JobQueues = Jobs & {
  /** Creates tables and queues; idempotent. The template of the embedded database includes them. */
  prepare(): Promise<void>;
  start(work: JobWork): Promise<void>;
  /** Returns jobs to their queue whose worker died with its process or database; called every 15 seconds. */
  releaseAbandoned(): Promise<void>;
  /** Lets running jobs end within five seconds; unfinished ones run after the next start. */
  stop(): Promise<void>;
};

export type JobErrors = { onError(error: unknown, job: string): void };

/** Retries for half a day with growing delays, longer than a usual outage of mail or a rail. */
const retries = { retryLimit: 13, retryDelay: 2, retryBackoff: true };
/**
 * When a running job counts as abandoned: longer than a slow mail server needs for a batch, or emails would be sent
 * twice.
 */
const abandonedAfterSeconds = 120;
const queueOptions = { ...retries, expireInSeconds: abandonedAfterSeconds };
const jobNames = ["email", "payout", "refund"] as const satisfies readonly JobName[];

export function jobQueues(database: Database, errors: JobErrors): JobQueues {
  const db = bossDatabase(database);
  const boss = new PgBoss({
    db,
    schedule: false,
    maintenanceIntervalSeconds: 300,
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: 3,
  });
  boss.on("error", (error) => errors.onError(error, "queues"));
  const workers: string[] = [];
  let isStopped = false;
  const untilDatabaseBack = () => untilReachable(database, () => isStopped);

  return {
    async send(tx, name, payload) {
      const id = await boss.send(queueOf[name], payload, { db: bossTransaction(database, tx) });
      if (id === null) throw new Error(`There is no queue for jobs of the kind ${name}`);
    },
    wakeWorkers() {
      for (const worker of workers) boss.notifyWorker(worker);
    },
    prepare: () =>
      retryWhileDown(() =>
        oneAtATime(database, async () => {
          await boss.start();
          const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue.expireInSeconds]));
          for (const name of Object.values(queueOf)) {
            const expiry = existing.get(name);
            if (expiry === undefined) await boss.createQueue(name, { name, ...queueOptions });
            else if (expiry !== abandonedAfterSeconds) await boss.updateQueue(name, { name, ...queueOptions });
          }
        }),
      ),
    releaseAbandoned: () => boss.expire(),
    async start(work) {
      await this.prepare();
      db.tolerateErrors((error) => errors.onError(error, "queues"));
      for (const name of jobNames) {
        const options = { batchSize: 20, pollingIntervalSeconds: 10 };
        const batch = batchOf(boss, name, work[name], errors, untilDatabaseBack);
        workers.push(await boss.work<JobPayload>(queueOf[name], options, batch));
      }
      this.wakeWorkers();
    },
    async stop() {
      isStopped = true;
      workers.length = 0;
      await boss.stop({ graceful: true, timeout: 5000, close: false });
      await db.settled();
    },
  };
}

/** An arbitrary number for the advisory lock below. */
const prepareLock = 723_501_945;

/**
 * Processes that start at once on a new database would create the same tables and fail, since pg-boss's own lock covers
 * only a part. The lock needs a second connection; the embedded database has one process and needs no lock.
 */
function oneAtATime(database: Database, work: () => Promise<void>): Promise<void> {
  if (database.kind === "pglite") return work();
  return database.transaction(async (tx) => {
    await database.rawIn(tx)("select pg_advisory_xact_lock($1)", [prepareLock]);
    await work();
  });
}

/**
 * pg-boss fails a batch as a whole; here each job succeeds or fails alone, and only failed ones are retried. A job that
 * failed because the database is down is marked once it is back, or it would wait until it expires.
 */
function batchOf(
  boss: PgBoss,
  name: JobName,
  work: JobWork[JobName],
  errors: JobErrors,
  untilDatabaseBack: () => Promise<void>,
): PgBoss.WorkHandler<JobPayload> {
  return async (jobs) => {
    const ends = await Promise.allSettled(
      jobs.map(async (job) => {
        await work(job.data);
        await boss.complete(queueOf[name], job.id);
      }),
    );
    const failures = ends.filter((end) => end.status === "rejected");
    for (const failure of failures) errors.onError(failure.reason, name);
    if (failures.length === 0) return;
    await untilDatabaseBack();
    throw new Error(`${failures.length} of ${jobs.length} jobs failed`);
  };
}
