import { asc, eq } from "drizzle-orm";
import { z } from "zod/v4";
import { type GatewayPayment, gatewayPayment } from "../../../../contract/order/gateway.ts";
import type { Orm } from "../../../db/database.ts";
import { sandboxSession, sandboxSessionEvent } from "../../../db/schema/index.ts";
import type { GatewaySession } from "../../nebulox/session.ts";

export type SandboxSessionRow = typeof sandboxSession.$inferSelect;
type Books = Pick<Orm, "select">;

/** Events of a session. `session.closed` is not delivered, since the caller did it. */
export const bookedEvent = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("payment.updated"),
    data: z.object({ session_id: z.string(), payment: gatewayPayment }),
  }),
  z.object({ type: z.enum(["session.cancelled", "session.closed"]), data: z.object({ session_id: z.string() }) }),
]);
export type BookedEvent = z.infer<typeof bookedEvent>;

/** `begun`: payments in progress or scheduled, too. */
export type SessionState = { status: GatewaySession["status"]; payments: GatewayPayment[]; begun: GatewayPayment[] };

export async function sessionRow(books: Books, id: string): Promise<SandboxSessionRow | undefined> {
  return (await books.select().from(sandboxSession).where(eq(sandboxSession.id, id)))[0];
}

/** A session's state by now: the latest event of each payment. */
export async function sessionState(books: Books, id: string, now: Date): Promise<SessionState> {
  const rows = await books
    .select({ event: sandboxSessionEvent.event, dueAt: sandboxSessionEvent.dueAt })
    .from(sandboxSessionEvent)
    .where(eq(sandboxSessionEvent.sessionId, id))
    .orderBy(asc(sandboxSessionEvent.dueAt));
  const all = rows.map(({ event, dueAt }) => ({ event: bookedEvent.parse(event), isPast: dueAt <= now }));
  const past = all.filter(({ isPast }) => isPast).map(({ event }) => event);
  const ends = past.find(({ type }) => type !== "payment.updated")?.type;
  return {
    status: ends === undefined ? "open" : ends === "session.closed" ? "closed" : "cancelled",
    payments: newest(past),
    begun: newest(all.map(({ event }) => event)),
  };
}

function newest(events: BookedEvent[]): GatewayPayment[] {
  const payments = new Map<string, GatewayPayment>();
  for (const event of events) {
    if (event.type !== "payment.updated") continue;
    const { payment } = event.data;
    if ((payments.get(payment.id)?.version ?? 0) < payment.version) payments.set(payment.id, payment);
  }
  return [...payments.values()];
}
