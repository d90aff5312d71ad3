import { and, asc, eq, isNotNull, lte, ne, sql } from "drizzle-orm";
import { shownRef } from "../../../contract/order/order-number.ts";
import { paypalEntry, paypalTask } from "../../db/schema/index.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";

/** An order hears of an entry within seconds. */
const usualSeconds = 60;

/**
 * What two people have entered about an invoice and its order does not take, the oldest first: nothing of it is booked, and nothing of
 * the order is sent. It is tried again until the order takes it.
 */
export async function unbookedEntryRows(
  { db, clock }: Pick<Context, "db" | "clock">,
  limit: number,
): Promise<ShownRow[]> {
  const until = new Date(clock.now().getTime() - usualSeconds * 1000);
  const since = sql<Date>`coalesce(${paypalEntry.decidedAt}, ${paypalEntry.enteredAt})`.mapWith(paypalEntry.enteredAt);
  const rows = await db.orm
    .select({ task: paypalTask, kind: paypalEntry.kind, since })
    .from(paypalEntry)
    .innerJoin(paypalTask, eq(paypalTask.number, paypalEntry.task))
    .where(
      and(
        ...[eq(paypalEntry.isTold, false), ne(paypalEntry.state, "waiting"), isNotNull(paypalTask.orderRef)],
        lte(sql`coalesce(${paypalEntry.decidedAt}, ${paypalEntry.enteredAt})`, until),
      ),
    )
    .orderBy(asc(paypalEntry.enteredAt), asc(paypalEntry.id))
    .limit(limit);
  return rows.map(({ task: { number, orderRef }, kind, since: at }) => ({
    ...{ task: number, what: kind, state: "not taken by its order", by: at.toISOString(), on_it: null },
    next: `The order is in no state for it, so it is not booked: compare PayPal with \`orders show ${shownRef(orderRef ?? "")}\`.`,
  }));
}
