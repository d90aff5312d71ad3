import { and, asc, eq, inArray, ne } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { order, paypalEntry } from "../../db/schema/index.ts";
import type { Dispute } from "../../orders/rules/order-facts.ts";
import { paypalByHand } from "./settings.ts";
import { type EntryRow, type TaskRow, taskEntriesOf } from "./task-store.ts";

export type DisputeEnd = "dispute_won" | "dispute_lost";
export type CaseEntry = Pick<EntryRow, "kind" | "state" | "caseId" | "ofTx" | "amount">;

/**
 * A case of a payer at PayPal. `ofTx`: the disputed payment; null where the order's own command has opened it. `amount`: minor
 * units. `booked`: what the order says of it; null while it has not heard of it. `end`: what was entered of PayPal's decision,
 * also before its second person; null where nothing was.
 */
export type DisputeCase = {
  caseId: string;
  ofTx: string | null;
  amount: bigint;
  booked: Dispute["state"] | null;
  end: DisputeEnd | null;
};

/** Its decision can be entered: the order has it as open, and nobody has entered one. */
export const isOpenCase = ({ booked, end }: DisputeCase): boolean => booked === "open" && end === null;

/** Whether its money is away for us now, by the order. */
export const isBlocked = ({ booked }: DisputeCase): boolean => booked !== null && booked !== "won";

/** The same once all that was entered is confirmed. */
export const willBeBlocked = ({ booked, end }: DisputeCase): boolean =>
  booked === "won" ? false : end === null || end === "dispute_lost";

/** The cases of an order at this rail. `disputes`: as the order has them; `entries`: those of its invoice that nobody has refused. */
export function casesOf(disputes: readonly Dispute[], entries: readonly CaseEntry[]): DisputeCase[] {
  const endOf = (id: string) =>
    entries.flatMap(({ kind, caseId }) => (caseId === id && isEnd(kind) ? [kind] : [])).at(0) ?? null;
  const entered = entries.flatMap(({ kind, caseId, ofTx, amount }): DisputeCase[] => {
    if (kind !== "disputed" || caseId === null || amount === null) return [];
    const booked = disputes.find((dispute) => dispute.caseId === caseId);
    return [{ caseId, ofTx, amount, booked: booked?.state ?? null, end: endOf(caseId) }];
  });
  const others = disputes
    .filter(
      ({ caseId, rail }) => rail === paypalByHand && !entered.some((enteredCase) => enteredCase.caseId === caseId),
    )
    .map(({ caseId, amount, state }) => ({
      ...{ caseId, ofTx: null, amount: BigInt(amount) },
      ...{ booked: state, end: endOf(caseId) },
    }));
  return [...entered, ...others];
}

const isEnd = (kind: EntryRow["kind"]): kind is DisputeEnd => kind === "dispute_won" || kind === "dispute_lost";

/** The cases of an invoice's order. */
export async function readCases(reader: Pick<Orm, "select">, { number, orderRef }: TaskRow): Promise<DisputeCase[]> {
  const [row] = await reader
    .select({ disputes: order.disputes })
    .from(order)
    .where(eq(order.ref, orderRef ?? ""));
  return casesOf(row?.disputes ?? [], await taskEntriesOf(reader, number));
}

/** The entry that was accepted from a line of PayPal's report about a case already, if any. */
export async function caseEntryOfLine(reader: Pick<Orm, "select">, line: number): Promise<string | null> {
  const [row] = await reader
    .select({ id: paypalEntry.id })
    .from(paypalEntry)
    .where(
      and(
        ...[eq(paypalEntry.line, line), ne(paypalEntry.state, "refused")],
        inArray(paypalEntry.kind, ["disputed", "dispute_won", "dispute_lost"]),
      ),
    )
    .orderBy(asc(paypalEntry.enteredAt))
    .limit(1);
  return row?.id ?? null;
}

/** The case of a payment that is open, or waits for its second person; null where there is none. */
export async function caseAbout(reader: Pick<Orm, "select">, task: TaskRow, paymentTx: string): Promise<string | null> {
  const open = (await readCases(reader, task)).find(
    (dispute) => (dispute.ofTx ?? paymentTx) === paymentTx && (dispute.booked === null || isOpenCase(dispute)),
  );
  return open?.caseId ?? null;
}
