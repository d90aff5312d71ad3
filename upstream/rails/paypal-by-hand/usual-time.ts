import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { paypalTask } from "../../db/schema/paypal-tasks.ts";
import type { RailDesk } from "../registration.ts";
import type { TaskKind } from "./task-store.ts";

/** Of the last tasks: fewer than the least say nothing yet. */
const last = 20;
const least = 5;
/** For how long `rememberedUsualMinutes` keeps a figure. */
const rememberedMs = 600_000;

/**
 * Within how many minutes four of five of the last 20 such tasks were done, from when they were made to when the money was
 * confirmed as sent, or the invoice as sent; null before five were.
 */
export async function usualMinutes(reader: Pick<Orm, "select">, kinds: readonly TaskKind[]): Promise<number | null> {
  const isInvoice = kinds.includes("invoice");
  const end = isInvoice ? paypalTask.sentAt : paypalTask.endedAt;
  const isOver = isInvoice ? isNotNull(paypalTask.sentAt) : eq(paypalTask.state, "done");
  const rows = await reader
    .select({ from: paypalTask.createdAt, to: end })
    .from(paypalTask)
    .where(and(inArray(paypalTask.kind, [...kinds]), isOver))
    .orderBy(desc(end))
    .limit(last);
  const times = rows.flatMap(({ from, to }) => (to ? [(to.getTime() - from.getTime()) / 60_000] : []));
  return usualOf(times);
}

/** The same from memory, ten minutes old at most: prices are shown far more often than a task is done. */
export function rememberedUsualMinutes(
  { db, clock }: Pick<RailDesk, "db" | "clock">,
  kinds: readonly TaskKind[],
): () => Promise<number | null> {
  let last: { minutes: number | null; atMs: number } | null = null;
  return async () => {
    const atMs = clock.now().getTime();
    if (!last || atMs - last.atMs >= rememberedMs) last = { minutes: await usualMinutes(db.orm, kinds), atMs };
    return last.minutes;
  };
}

/** Minutes, rounded up. */
export function usualOf(minutes: readonly number[]): number | null {
  if (minutes.length < least) return null;
  const sorted = [...minutes].sort((a, b) => a - b);
  return Math.max(1, Math.ceil(sorted[Math.ceil(sorted.length * 0.8) - 1] ?? 0));
}
