import { and, asc, eq, ne, notInArray, or } from "drizzle-orm";
import type { Orm, Tx } from "../../db/database.ts";
import { paypalEntry, type paypalEntryKinds, paypalTask, type paypalTaskKinds } from "../../db/schema/paypal-tasks.ts";
import type { RailDesk } from "../registration.ts";
import { taskSettings } from "./settings.ts";

export type TaskRow = typeof paypalTask.$inferSelect;
export type EntryRow = typeof paypalEntry.$inferSelect;
export type TaskKind = (typeof paypalTaskKinds)[number];
export type EntryKind = (typeof paypalEntryKinds)[number];

const hourMs = 3_600_000;

type NewTask = Pick<TaskRow, "kind" | "asset" | "amount"> &
  Partial<Pick<TaskRow, "movementId" | "orderRef" | "invoiceNumber">>;

/** Makes a task, once for each movement, and of each kind for an order. `orm`: of the transaction that asks for it, if any. */
export async function createTask(
  { clock, env }: Pick<RailDesk, "clock" | "env">,
  orm: Pick<Tx, "insert">,
  task: NewTask,
): Promise<void> {
  const createdAt = clock.now();
  const dueAt = new Date(createdAt.getTime() + taskSettings(env.railSettings).withinHours * hourMs);
  await orm
    .insert(paypalTask)
    .values({ ...task, state: "open", createdAt, dueAt })
    .onConflictDoNothing();
}

type Which = { number: number } | { movementId: string } | { orderRef: string; kind: TaskKind };

export async function taskOf(reader: Pick<Orm, "select">, which: Which): Promise<TaskRow | undefined> {
  const [task] = await reader.select().from(paypalTask).where(named(which));
  return task;
}

/** The same, locked until the end of the transaction: what a person says of a task is decided one after the other. */
export async function lockTask(tx: Tx, which: Which): Promise<TaskRow | undefined> {
  const [task] = await tx.select().from(paypalTask).where(named(which)).for("update");
  return task;
}

/** What counts of a task: entries that were refused do not. The oldest first. */
export function taskEntriesOf(reader: Pick<Orm, "select">, task: number): Promise<EntryRow[]> {
  return reader
    .select()
    .from(paypalEntry)
    .where(and(eq(paypalEntry.task, task), ne(paypalEntry.state, "refused")))
    .orderBy(asc(paypalEntry.enteredAt), asc(paypalEntry.id));
}

/**
 * Entries that order or guard have to hear of. A refund or a dispute is one event, without one before it for what was seen only, so
 * it is told once it is confirmed.
 */
export const isUntoldEntry = and(
  eq(paypalEntry.isTold, false),
  or(
    notInArray(paypalEntry.kind, ["refunded", "disputed", "dispute_won", "dispute_lost"]),
    eq(paypalEntry.state, "confirmed"),
  ),
);

function named(which: Which) {
  if ("number" in which) return eq(paypalTask.number, which.number);
  if ("movementId" in which) return eq(paypalTask.movementId, which.movementId);
  return and(eq(paypalTask.orderRef, which.orderRef), eq(paypalTask.kind, which.kind));
}
