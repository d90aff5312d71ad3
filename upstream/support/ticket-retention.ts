import { and, asc, eq, inArray, isNull, lt, or } from "drizzle-orm";
import { keptDays } from "../../contract/member/kept-days.ts";
import type { Tx } from "../db/database.ts";
import { ticket, ticketEntry } from "../db/schema/support.ts";
import type { Context } from "../ports/context.ts";
import { shownTicket } from "./ticket-number.ts";

const dayMs = 24 * 3_600_000;

/**
 * Deletes questions that belong to no order, long after their last change. Their entries and files go with them. Much
 * earlier those whose address nobody has proven and that no operator has answered: anybody may have written them.
 */
export async function deleteOldTickets({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  const isOld = lt(ticket.updatedAt, daysAgo(keptDays.tickets));
  const isUnproven = and(
    eq(ticket.emailConfirmed, false),
    isNull(ticket.memberId),
    isNull(ticket.firstAnswerAt),
    lt(ticket.updatedAt, daysAgo(keptDays.unprovenTickets)),
  );
  await db.orm.delete(ticket).where(and(isNull(ticket.orderRef), or(isOld, isUnproven)));
}

/** When an account is closed: what is about an order stays with the order's records. */
export async function deleteTicketsOfMember(tx: Tx, memberId: string): Promise<void> {
  await tx.delete(ticket).where(and(eq(ticket.memberId, memberId), isNull(ticket.orderRef)));
}

/** When the personal data of orders is erased. */
export async function deleteTicketsAbout(tx: Tx, refs: string[]): Promise<void> {
  await tx.delete(ticket).where(inArray(ticket.orderRef, refs));
}

/** A member's conversations, for the copy of their data: what they wrote and what they were told. */
export async function exportTickets({ db }: Pick<Context, "db">, memberId: string) {
  const rows = await db.orm
    .select({
      number: ticket.number,
      topic: ticket.topic,
      author: ticketEntry.author,
      text: ticketEntry.text,
      at: ticketEntry.at,
    })
    .from(ticket)
    .innerJoin(ticketEntry, eq(ticketEntry.ticket, ticket.number))
    .where(and(eq(ticket.memberId, memberId), inArray(ticketEntry.author, ["customer", "support"])))
    .orderBy(asc(ticketEntry.position));
  return rows.map(({ number, ...row }) => ({ ticket: shownTicket(number), ...row }));
}
