import { and, eq, inArray, ne } from "drizzle-orm";
import type { PayoutWait } from "../../contract/values/payout-waits.ts";
import type { Orm } from "../db/database.ts";
import { outgoing, payoutGuard } from "../db/schema/index.ts";
import { walletRail } from "../ledger/rules/booking.ts";
import { payoutWait } from "./payout-wait.ts";
import { stopsAmong } from "./stopped-rails.ts";

/**
 * What the payouts and refunds of these orders that are under way wait for, by order number; an order of which nothing is kept back,
 * or without one, is missing. Two statements, however many orders.
 */
export async function orderWaits(
  reader: Pick<Orm, "select">,
  refs: readonly string[],
): Promise<ReadonlyMap<string, PayoutWait>> {
  if (refs.length === 0) return new Map();
  const movements = await reader
    .select({ ref: outgoing.orderRef, rail: outgoing.rail, state: payoutGuard.state, why: payoutGuard.why })
    .from(outgoing)
    .innerJoin(payoutGuard, eq(payoutGuard.outgoingId, outgoing.id))
    .where(and(inArray(outgoing.orderRef, [...refs]), eq(outgoing.status, "sending"), ne(outgoing.rail, walletRail)));
  if (movements.length === 0) return new Map();
  const isStopped = await stopsAmong(reader);
  return new Map(
    movements.flatMap(({ ref, rail, ...movement }): [string, PayoutWait][] => {
      const wait = payoutWait({ ...movement, isStopped: isStopped(rail) });
      return ref === null || wait === null ? [] : [[ref, wait]];
    }),
  );
}
