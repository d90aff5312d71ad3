import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { HandStep } from "../../../contract/order/order-states.ts";
import type { Orm } from "../../db/database.ts";
import { outgoing, paypalEntry, paypalTask } from "../../db/schema/index.ts";
import { isStopped } from "../../payouts/stopped-rails.ts";
import type { WorkByHand } from "../../ports/rail.ts";
import type { RailDesk } from "../registration.ts";
import { paypalByHand } from "./settings.ts";
import type { TaskRow } from "./task-store.ts";
import { usualMinutes } from "./usual-time.ts";

/** What a person does for an order now, by its unfinished task: what sends money, then what waits for money. */
export async function workByHand({ db }: Pick<RailDesk, "db">, ref: string): Promise<WorkByHand | null> {
  const first = firstOf(await unfinishedTasks(db.orm, [ref]));
  if (!first) return null;
  const { task, waiting } = first;
  const step = stepOf(task, waiting !== null);
  const isPaused = isPayment(task) && task.state === "open" && (await isStopped(db.orm, paypalByHand));
  const isPromised = step !== "invoice_sent" && step !== "payment_to_confirm" && !isPaused;
  return {
    step,
    by: isPromised ? task.dueAt : null,
    usualMinutes: isPromised ? await usualMinutes(db.orm, [task.kind]) : null,
    invoiceUrl: task.invoiceUrl,
    isPaused,
  };
}

/** The same of several orders, as the step alone. */
export async function stepsByHand(
  { db }: Pick<RailDesk, "db">,
  refs: readonly string[],
): Promise<ReadonlyMap<string, HandStep>> {
  const rows = await unfinishedTasks(db.orm, refs);
  const steps = new Map<string, HandStep>();
  for (const ref of refs) {
    const first = firstOf(rows.filter((row) => row.ref === ref));
    if (first) steps.set(ref, stepOf(first.task, first.waiting !== null));
  }
  return steps;
}

type UnfinishedTask = { ref: string | null; task: TaskRow; waiting: string | null };

/** Of these orders, the oldest first. */
function unfinishedTasks(reader: Pick<Orm, "select">, refs: readonly string[]): Promise<UnfinishedTask[]> {
  return reader
    .select({
      ref: sql<string>`coalesce(${paypalTask.orderRef}, ${outgoing.orderRef})`,
      task: paypalTask,
      waiting: paypalEntry.id,
    })
    .from(paypalTask)
    .leftJoin(outgoing, eq(outgoing.id, paypalTask.movementId))
    .leftJoin(paypalEntry, isPaymentWaiting)
    .where(
      and(
        or(inArray(paypalTask.orderRef, [...refs]), inArray(outgoing.orderRef, [...refs])),
        isNull(paypalTask.endedAt),
        inArray(paypalTask.kind, ["pay", "refund", "invoice"]),
      ),
    )
    .orderBy(asc(paypalTask.number));
}

/** Of one order. */
function firstOf(rows: readonly UnfinishedTask[]): UnfinishedTask | undefined {
  return rows.find(({ task }) => task.kind !== "invoice") ?? rows[0];
}

const isPayment = ({ kind }: TaskRow) => kind === "pay" || kind === "refund";

const isPaymentWaiting = and(
  ...[eq(paypalEntry.task, paypalTask.number), eq(paypalEntry.state, "waiting")],
  // A refund of a part of an invoice, or a dispute about it, is no payment to confirm.
  inArray(paypalEntry.kind, ["paid", "received"]),
);

function stepOf({ kind, state }: TaskRow, isWaiting: boolean): HandStep {
  if (kind === "pay") return isWaiting ? "payout_to_confirm" : "payout_to_send";
  if (kind === "refund") return isWaiting ? "refund_to_confirm" : "refund_to_send";
  if (isWaiting) return "payment_to_confirm";
  return state === "sent" ? "invoice_sent" : "invoice_to_send";
}
