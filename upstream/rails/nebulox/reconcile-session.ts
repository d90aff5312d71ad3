import type { ReportEvent } from "../../ports/rail.ts";
import type { RailDesk } from "../registration.ts";
import type { GatewayClient } from "./client.ts";
import { ingestCancelled, ingestPayment } from "./ingest-payment.ts";
import type { GatewaySession } from "./session.ts";
import { type GatewaySessionRow, sessionsOf } from "./sessions.ts";

/** Short timeout, because a page waits. */
const readTimeoutMs = 1500;

/**
 * Reads the order's sessions at the gateway and reports their payments as its events would: when a browser returns from
 * the gateway, and at a deadline, since an event may have been lost. False when the order has no session. Throws
 * `RailUnavailable`.
 */
export async function reconcileSessions(
  desk: RailDesk,
  client: GatewayClient,
  ref: string,
  report: ReportEvent,
): Promise<boolean> {
  const sessions = await sessionsOf(desk.db, ref);
  const reading = sessions.map(async (row) => ({ row, session: await client.read(row.id, readTimeoutMs) }));
  for (const { row, session } of await Promise.all(reading)) {
    if (session) await reconcileSession(desk, row, session, report);
  }
  return sessions.length > 0;
}

/** A refused payment is no error here: the gateway retries its own event until an operator looks into it. */
async function reconcileSession(
  desk: RailDesk,
  row: GatewaySessionRow,
  session: GatewaySession,
  report: ReportEvent,
): Promise<void> {
  for (const payment of session.payments) await ingestPayment(desk, row, payment, null, report);
  if (session.status === "cancelled") await ingestCancelled(desk, row, null, report);
}
