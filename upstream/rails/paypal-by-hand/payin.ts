import { and, asc, eq } from "drizzle-orm";
import { order, paypalEntry, paypalTask } from "../../db/schema/index.ts";
import type { PayinRail, ReportEvent } from "../../ports/rail.ts";
import type { Refusal } from "../../shared/rules/refusal.ts";
import type { RailDesk } from "../registration.ts";
import { orderEventOf } from "./order-events.ts";
import { paypalByHand, taskSettings } from "./settings.ts";
import { createTask, isUntoldEntry, lockTask, taskEntriesOf } from "./task-store.ts";

/** Invoices that a person sends and sees paid at PayPal. The order's page has no link until one was sent. */
export function handInvoices(desk: RailDesk): PayinRail {
  return {
    id: paypalByHand,
    async issue({ ref, asset, amount }) {
      await createTask(desk, desk.db.orm, { kind: "invoice", orderRef: ref, asset, amount });
      const nowhere = { address: null, memo: null, uri: null, redirectUrl: null };
      const sentWithinSeconds = taskSettings(desk.env.railSettings).withinHours * 3600;
      return { ...nowhere, method: "paypal_invoice", invoiceUrl: null, sentWithinSeconds };
    },
    withdraw: ({ ref }) => withdraw(desk, ref),
    async reconcile({ ref }, report) {
      await tellOrderOfEntry(desk, ref, report);
      const [task] = await desk.db.orm
        .select({ number: paypalTask.number })
        .from(paypalTask)
        .where(and(eq(paypalTask.orderRef, ref), eq(paypalTask.kind, "invoice")));
      return task !== undefined;
    },
  };
}

/**
 * An invoice that nobody has begun is sent no more. One that may be with its payer can still be paid until a person has cancelled
 * it: that is a task, and a payment meanwhile comes late, as one to an address does.
 */
function withdraw(desk: RailDesk, ref: string): Promise<"withdrawn" | "too_late"> {
  return desk.db.transaction(async (tx) => {
    const task = await lockTask(tx, { orderRef: ref, kind: "invoice" });
    if (!task || task.withdrawnAt !== null) return "withdrawn";
    const entries = await taskEntriesOf(tx, task.number);
    if (entries.some(({ kind }) => kind === "received")) return "too_late";
    const now = desk.clock.now();
    const isUntouched = task.state === "open";
    const end = isUntouched ? ({ state: "dropped", endedAt: now } as const) : {};
    await tx
      .update(paypalTask)
      .set({ withdrawnAt: now, ...end })
      .where(eq(paypalTask.number, task.number));
    const { asset, amount, invoiceNumber } = task;
    if (!isUntouched)
      await createTask(desk, tx, { kind: "cancel_invoice", orderRef: ref, asset, amount, invoiceNumber });
    return "withdrawn";
  });
}

/** Tells an order what was entered about its invoice since, the oldest first. Returns the order's first refusal. */
export async function tellOrderOfEntry(
  { db }: Pick<RailDesk, "db">,
  ref: string,
  report: ReportEvent,
): Promise<Refusal | undefined> {
  const rows = await db.orm
    .select({ entry: paypalEntry, payinMethod: order.payinMethod, asset: paypalTask.asset })
    .from(paypalEntry)
    .innerJoin(paypalTask, eq(paypalTask.number, paypalEntry.task))
    .innerJoin(order, eq(order.ref, paypalTask.orderRef))
    .where(and(eq(order.ref, ref), isUntoldEntry))
    .orderBy(asc(paypalEntry.enteredAt), asc(paypalEntry.id));
  let refusal: Refusal | undefined;
  for (const { entry, asset } of rows) {
    const event = orderEventOf(entry, asset);
    const refused = await report(ref, event, async (tx) => {
      const told = await tx
        .update(paypalEntry)
        .set({ isTold: true })
        .where(and(eq(paypalEntry.id, entry.id), eq(paypalEntry.state, entry.state), eq(paypalEntry.isTold, false)))
        .returning({ id: paypalEntry.id });
      return told.length > 0;
    });
    refusal ??= refused;
  }
  return refusal;
}
