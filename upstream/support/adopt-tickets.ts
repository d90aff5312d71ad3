import { and, eq, isNull, sql } from "drizzle-orm";
import type { Orm, Tx } from "../db/database.ts";
import { ticket } from "../db/schema/support.ts";

/**
 * Gives a member the tickets that they wrote as a guest. The caller has verified the member's email, and the reader of the
 * ticket's must have said that they wrote it: a stranger's question would be answered as the member's otherwise.
 */
export async function adoptTickets(tx: Tx | Orm, { id, email }: { id: string; email: string }): Promise<void> {
  const isTheirs = eq(sql`lower(${ticket.email})`, email.toLowerCase());
  await tx
    .update(ticket)
    .set({ memberId: id })
    .where(and(isTheirs, eq(ticket.isAuthor, true), isNull(ticket.memberId)));
}
