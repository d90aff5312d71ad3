import type { Applying } from "../../orders/apply-event.ts";
import type { OrderRow } from "../../orders/order-facts-query.ts";
import { RailUnavailable } from "../../ports/rail.ts";
import { hearCancelled, hearPayment } from "./ingest-payment.ts";
import type { Session } from "./session.ts";
import { nebulox, type SessionRow, sessionsOf } from "./sessions.ts";

/** A person looks at a page that waits for this. */
const askedWithinMs = 1500;

/**
 * Asks the gateway how the order's sessions stand, and takes the answer as its events are taken: when a browser is back
 * from there, and when time is up and an event may have been lost. False when it did not answer, or nothing was ever
 * opened there.
 */
export async function askGateway(ctx: Applying, { ref }: Pick<OrderRow, "ref">): Promise<boolean> {
  const gateway = ctx.rails.gateway(nebulox);
  const sessions = gateway ? await sessionsOf(ctx.db, ref) : [];
  if (!gateway || sessions.length === 0) return false;
  try {
    const read = sessions.map(async (row) => ({ row, now: await gateway.read(row.id, askedWithinMs) }));
    for (const { row, now } of await Promise.all(read)) if (now) await hearSession(ctx, row, now);
    return true;
  } catch (error) {
    if (!(error instanceof RailUnavailable)) throw error;
    return false;
  }
}

/** What the order cannot take is told by the gateway's own events, again and again, until somebody looks at it. */
async function hearSession(ctx: Applying, row: SessionRow, session: Session): Promise<void> {
  for (const payment of session.payments) await hearPayment(ctx, row, payment, null);
  if (session.status === "cancelled") await hearCancelled(ctx, row, null);
}
