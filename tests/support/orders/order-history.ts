import type { Database } from "../../../upstream/db/database.ts";
import { bookTransfers, type Copies, copyRows, copyTransfers, sumByDay } from "./copied-orders.ts";

/** One order for each end that orders have, as the service wrote it; and one of a hundred orders, how many end so. */
export type Examples = Record<"completed" | "expired" | "refunded", string>;
const shares: Record<keyof Examples, number> = { completed: 60, expired: 34, refunded: 6 };

/** One order in five is of the last 90 days, which public figures are about; the others are of 910 days before. */
const times = [
  { share: 0.8, days: 910, after: 90 },
  { share: 0.2, days: 90, after: 0 },
];

type History = {
  orders: number;
  /** `booked` by the ledger's triggers, with hashes that an audit accepts; or `copied`, in a tenth of the time. */
  transfers: "booked" | "copied";
};

/**
 * Orders of nearly three years, with their payments, payouts, events, destinations and transfers. Needs a connection as the
 * owner of the database, and reserves that pay all of them.
 */
export async function writeHistory(db: Database, examples: Examples, { orders, transfers }: History): Promise<void> {
  let series = "A".charCodeAt(0);
  const sets: [ref: string, copies: Copies][] = [];
  for (const { share, ...time } of times)
    for (const kind of ["completed", "expired", "refunded"] as const) {
      const count = Math.round((orders * share * shares[kind]) / 100);
      sets.push([examples[kind], { count, ...time, series: String.fromCharCode(series) }]);
      series += 1;
    }
  for (const [ref, copies] of sets) await copyRows(db, ref, copies);
  await db.transaction((tx) => sumByDay(db.rawIn(tx)));
  await db.query("analyze");
  const write = transfers === "booked" ? bookTransfers : copyTransfers;
  for (const [ref, copies] of sets) await write(db, ref, copies);
  await db.query("vacuum (analyze)");
}
