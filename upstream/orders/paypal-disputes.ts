import { and, asc, eq, inArray, isNotNull, ne, or } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { order, paypalEntry, paypalTask } from "../db/schema/index.ts";

/** So long before the last time for an answer, `today` and the alert name a dispute. */
const warningMs = 48 * 3_600_000;

/**
 * An open case of a payer at PayPal. `amount`: disputed, minor units. `answerBy`: until when PayPal wants our answer; null once it has
 * it. `decision`: the entry of its end that waits for a second person.
 */
export type PaypalDispute = {
  task: number;
  asset: string;
  orderRef: string;
  caseId: string;
  amount: bigint;
  answerBy: Date | null;
  decision: string | null;
};

type EntryRow = typeof paypalEntry.$inferSelect;

/** Cases that people have entered and PayPal has not decided, the earliest last time for an answer first, answered ones last. */
export async function openPaypalDisputes(reader: Pick<Orm, "select">): Promise<PaypalDispute[]> {
  const rows = await reader
    .select({ entry: paypalEntry, asset: paypalTask.asset, orderRef: order.ref, disputes: order.disputes })
    .from(paypalEntry)
    .innerJoin(paypalTask, eq(paypalTask.number, paypalEntry.task))
    .innerJoin(order, eq(order.ref, paypalTask.orderRef))
    .where(
      and(
        ...[eq(paypalEntry.kind, "disputed"), eq(paypalEntry.state, "confirmed")],
        // Of one that was confirmed a moment ago the order may not have heard yet.
        or(isNotNull(order.disputeFlag), eq(paypalEntry.isTold, false)),
      ),
    );
  const open = rows.filter(({ entry, disputes }) => {
    const booked = disputes.find(({ caseId }) => caseId === entry.caseId);
    return booked === undefined || booked.state === "open";
  });
  const later = await laterEntries(
    reader,
    open.flatMap(({ entry }) => entry.caseId ?? []),
  );
  return open
    .flatMap(({ entry, asset, orderRef }) => {
      const { task, caseId, amount, answerBy } = entry;
      if (caseId === null || amount === null) return [];
      const ofCase = later.filter((laterEntry) => laterEntry.caseId === caseId);
      const end = ofCase.find(({ kind, state }) => kind !== "dispute_answered" && state === "waiting");
      const answer = ofCase.findLast(({ kind }) => kind === "dispute_answered");
      const until = answer ? answer.answerBy : answerBy;
      return [{ task, asset, orderRef, caseId, amount, answerBy: until, decision: end?.id ?? null }];
    })
    .sort((a, b) => timeOf(a) - timeOf(b) || a.task - b.task);
}

const timeOf = ({ answerBy }: PaypalDispute) => answerBy?.getTime() ?? Number.MAX_SAFE_INTEGER;

/** What was entered of these cases later, the oldest first. */
async function laterEntries(reader: Pick<Orm, "select">, caseIds: readonly string[]): Promise<EntryRow[]> {
  if (caseIds.length === 0) return [];
  return reader
    .select()
    .from(paypalEntry)
    .where(
      and(
        ...[inArray(paypalEntry.caseId, [...caseIds]), ne(paypalEntry.state, "refused")],
        inArray(paypalEntry.kind, ["dispute_answered", "dispute_won", "dispute_lost"]),
      ),
    )
    .orderBy(asc(paypalEntry.enteredAt), asc(paypalEntry.id));
}

/** Whether PayPal decides for the payer within 48 hours, or has, if nobody answers. */
export const isAnswerDue = ({ answerBy }: PaypalDispute, now: Date): boolean =>
  answerBy !== null && answerBy.getTime() <= now.getTime() + warningMs;
