import { databaseCounters } from "../../db/counters.ts";
import type { Database } from "../../db/database.ts";
import type { Figure } from "./metrics.ts";

/** Whether the service can work, as `/readyz` says. */
export async function readyFigure(isReady: () => Promise<boolean>): Promise<Figure[]> {
  const value = (await isReady().catch(() => false)) ? 1 : 0;
  return [{ name: "ready", help: "1 if the service can work: its database commits in time.", values: [{ value }] }];
}

/** Streams do not count. */
export function inFlightFigure(value: number): Figure[] {
  return [{ name: "http_inflight", help: "Requests without an answer yet.", values: [{ value }] }];
}

/** The pool of this process; none on the embedded database. */
export function poolFigures({ pool }: Pick<Database, "pool">): Figure[] {
  if (!pool) return [];
  const { open, idle, waiting } = pool();
  return [
    { name: "db_pool_open", help: "Connections to the database.", values: [{ value: open }] },
    { name: "db_pool_idle", help: "Connections to the database without work.", values: [{ value: idle }] },
    { name: "db_pool_waiting", help: "Callers that wait for a connection.", values: [{ value: waiting }] },
  ];
}

const helpOf: Readonly<Record<string, string>> = {
  outcome_unknown_total:
    "Commits of which nobody knows whether they last; the caller repeats its call with the same key.",
  db_readonly_errors_total: "Statements refused because the database is read-only, as a standby is.",
};

/** Counted by the database layer since the process began. */
export function countedFigures(): Figure[] {
  return Object.entries(databaseCounters).map(([name, value]) => ({
    name,
    type: "counter",
    help: helpOf[name] ?? "Counted by the database layer.",
    values: [{ value }],
  }));
}
