import { and, asc, eq, inArray, isNotNull, isNull, ne, or } from "drizzle-orm";
import { order, paypalEntry, paypalTask } from "../../db/schema/index.ts";
import { isAnswerDue, openPaypalDisputes } from "../../orders/paypal-disputes.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";
import { paypalDisputeRow } from "./paypal-disputes.ts";
import { unbookedEntryRows } from "./unbooked-entries.ts";
import { unclaimedAdvice, unclaimedPaypalPayouts } from "./unclaimed-paypal.ts";

/**
 * What people have to do at PayPal, the earliest deadline first; invoices that wait for their payer are left out. Before them
 * come entries that their order does not take, disputes that have to be answered within 48 hours, and payouts that PayPal returns
 * because nobody has claimed them.
 */
export async function paypalTaskRows(ctx: Pick<Context, "db" | "clock">, limit: number): Promise<ShownRow[]> {
  const now = ctx.clock.now();
  const due = (await openPaypalDisputes(ctx.db.orm)).filter((dispute) => isAnswerDue(dispute, now));
  const unclaimed = await unclaimedPaypalPayouts(ctx, limit);
  const rows = unclaimed.map(({ task: { number, kind }, returnsAt }) => ({
    ...{ task: number, what: kind, state: "unclaimed", by: returnsAt.toISOString(), on_it: null },
    next: unclaimedAdvice(number),
  }));
  const disputes = due.map((dispute) => paypalDisputeRow(dispute, now));
  const unbooked = await unbookedEntryRows(ctx, limit);
  return [...unbooked, ...disputes, ...rows, ...(await unfinishedRows(ctx, limit))].slice(0, limit);
}

async function unfinishedRows({ db }: Pick<Context, "db">, limit: number): Promise<ShownRow[]> {
  const rows = await db.orm
    .select({ task: paypalTask, waiting: paypalEntry.id })
    .from(paypalTask)
    .leftJoin(order, eq(order.ref, paypalTask.orderRef))
    .leftJoin(paypalEntry, and(eq(paypalEntry.task, paypalTask.number), eq(paypalEntry.state, "waiting")))
    .where(
      and(
        // What was received, came back or was refunded waits for its second person, also after the task.
        or(isUnfinished, isNotNull(paypalEntry.id)),
        // The order of an invoice may still be a draft, and then nobody sends it.
        or(isNull(paypalTask.orderRef), ne(order.status, "draft")),
      ),
    )
    .orderBy(asc(paypalTask.dueAt), asc(paypalTask.number))
    .limit(limit);
  return rows.map(({ task: { number, kind, state, dueAt, claimedBy }, waiting }) => ({
    ...{ task: number, what: kind, state, by: dueAt.toISOString(), on_it: claimedBy },
    next: waiting === null ? `operator tasks show ${number}` : `operator tasks confirm ${waiting}`,
  }));
}

const isUnfinished = and(isNull(paypalTask.endedAt), inArray(paypalTask.state, ["open", "claimed", "entered"]));
