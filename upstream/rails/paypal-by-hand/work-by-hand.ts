import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import type { HandStep } from "../../../contract/order/order-states.ts";
import { outgoing, paypalEntry, paypalTask } from "../../db/schema/index.ts";
import { isStopped } from "../../payouts/stopped-rails.ts";
import type { WorkByHand } from "../../ports/rail.ts";
import type { RailDesk } from "../registration.ts";
import { paypalByHand } from "./settings.ts";
import type { TaskRow } from "./task-store.ts";
import { usualMinutes } from "./usual-time.ts";

/** What a person does for an order now, by its unfinished task: what sends money, then what waits for money. */
export async function workByHand({ db }: Pick<RailDesk, "db">, ref: string): Promise<WorkByHand | null> {
  const rows = await db.orm
    .select({ task: paypalTask, waiting: paypalEntry.id })
    .from(paypalTask)
    .leftJoin(outgoing, eq(outgoing.id, paypalTask.movementId))
    .leftJoin(paypalEntry, isPaymentWaiting)
    .where(
      and(
        or(eq(paypalTask.orderRef, ref), eq(outgoing.orderRef, ref)),
        isNull(paypalTask.endedAt),
        inArray(paypalTask.kind, ["pay", "refund", "invoice"]),
      ),
    )
    .orderBy(asc(paypalTask.number));
  const sending = rows.find(({ task }) => task.kind !== "invoice");
  const [first] = sending ? [sending] : rows;
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
