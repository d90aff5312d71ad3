import { and, eq, ne } from "drizzle-orm";
import type { PayoutWait } from "../../contract/values/payout-waits.ts";
import type { Orm } from "../db/database.ts";
import { outgoing, payoutGuard } from "../db/schema/index.ts";
import { walletRail } from "../ledger/rules/booking.ts";
import { payoutWait } from "./payout-wait.ts";
import { stopsAmong } from "./stopped-rails.ts";

/** What the payout or refund of an order that is under way waits for; null where nothing keeps it back, and without one. */
export async function orderWaitsFor(reader: Pick<Orm, "select">, ref: string): Promise<PayoutWait | null> {
  const [movement] = await reader
    .select({ rail: outgoing.rail, state: payoutGuard.state, why: payoutGuard.why })
    .from(outgoing)
    .innerJoin(payoutGuard, eq(payoutGuard.outgoingId, outgoing.id))
    .where(and(eq(outgoing.orderRef, ref), eq(outgoing.status, "sending"), ne(outgoing.rail, walletRail)));
  if (!movement) return null;
  return payoutWait({ ...movement, isStopped: (await stopsAmong(reader))(movement.rail) });
}
