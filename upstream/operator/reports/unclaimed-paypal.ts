import { and, asc, eq, isNull, lte, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { paypalEntry, paypalLine, paypalTask } from "../../db/schema/index.ts";
import type { Context } from "../../ports/context.ts";

/** So long PayPal lets a payee without an account claim a payment, before it returns it. */
const claimDays = 30;
const dayMs = 86_400_000;

/** `returnsAt`: when PayPal returns it, if its payee has not claimed it since the report. */
type UnclaimedPayout = { task: typeof paypalTask.$inferSelect; returnsAt: Date };

/**
 * Payouts that the reports of PayPal by hand say to be unclaimed, from the day on which PayPal returns them until the return is
 * entered, or a later report says that they were claimed. The oldest first.
 */
export async function unclaimedPaypalPayouts(
  { db, clock }: Pick<Context, "db" | "clock">,
  limit: number,
): Promise<UnclaimedPayout[]> {
  const returned = alias(paypalEntry, "returned");
  const isReturned = db.orm
    .select({ one: sql`1` })
    .from(returned)
    .where(and(eq(returned.task, paypalTask.number), eq(returned.kind, "returned"), ne(returned.state, "refused")));
  const rows = await db.orm
    .select({ task: paypalTask, sentAt: paypalLine.at })
    .from(paypalLine)
    .innerJoin(paypalEntry, and(eq(paypalEntry.tx, paypalLine.tx), eq(paypalEntry.state, "confirmed")))
    .innerJoin(paypalTask, eq(paypalTask.number, paypalEntry.task))
    .where(
      and(
        ...[isNull(paypalLine.replacedBy), eq(sql`lower(${paypalLine.status})`, "unclaimed")],
        ...[eq(paypalEntry.kind, "paid"), lte(paypalLine.at, new Date(clock.now().getTime() - claimDays * dayMs))],
        notExists(isReturned),
      ),
    )
    .orderBy(asc(paypalLine.at), asc(paypalTask.number))
    .limit(limit);
  return rows.map(({ task, sentAt }) => ({ task, returnsAt: new Date(sentAt.getTime() + claimDays * dayMs) }));
}

/** What to do about one, for people. */
export const unclaimedAdvice = (task: number): string =>
  `PayPal returns it today: enter \`tasks returned ${task}\`. If it was claimed, import the report of its day again.`;
