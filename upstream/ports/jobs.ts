import type { Tx } from "../db/database.ts";

export type JobName = "email" | "payout" | "refund";
/** What a job carries: ids, never contents, so that a retry reads the current state. */
export type JobPayload = Record<string, string>;

/** Immediate, retriable work, sent in the transaction that causes it. */
export type Jobs = {
  send(tx: Tx, name: JobName, payload: JobPayload): Promise<void>;
  /** Call after the commit: wakes the workers now instead of at the next poll. */
  wakeWorkers(): void;
};

/** Repeated work. Each run finds what is due by itself, so a missed or doubled run does no harm. */
export type PeriodicTask = {
  name: string;
  everySeconds: number;
  /** Delays the first run, for work that can wait until the start is over. */
  firstAfterSeconds?: number;
  run(): Promise<void>;
};
