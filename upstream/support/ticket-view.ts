import { desc, eq } from "drizzle-orm";
import type { Ticket, TicketEntry, TicketSummary } from "../../contract/support/tickets.ts";
import { ticket } from "../db/schema/support.ts";
import type { Context } from "../ports/context.ts";
import { adoptTickets } from "./adopt-tickets.ts";
import { canAnswer, closesAt, openUntil, type TicketRow, type TicketWriter } from "./change-ticket.ts";
import { type EntryWithFiles, ticketEntriesOf } from "./ticket-entries.ts";
import { shownTicket } from "./ticket-number.ts";

/** More than a person has; the newest ones. */
const maxListed = 100;

/** A ticket as its customer sees it: without notes and without emails from other addresses. */
export async function ticketView(
  { db }: Pick<Context, "db">,
  { row, by }: { row: TicketRow; by: TicketWriter },
  now: Date,
): Promise<Ticket> {
  const entries = await ticketEntriesOf(db.orm, row.number);
  const isUnproven = entries.some(({ author, isProven }) => author === "customer" && isProven === false);
  return {
    ...summaryOf(row),
    answer_by: row.status === "awaiting_support" ? row.answerBy.toISOString() : null,
    closes_at: row.status === "awaiting_customer" ? closesAt(row).toISOString() : null,
    open_until: openUntil(row)?.toISOString() ?? null,
    can_answer: canAnswer(row, now),
    asks_author: by === "mailbox" && row.isAuthor === null && isUnproven,
    entries: entries.flatMap((entry) => entryView(row, entry)),
  };
}

/** Those of a guest are added when their address is proven. */
export async function memberTickets(
  { db }: Pick<Context, "db">,
  member: { id: string; email: string },
): Promise<TicketSummary[]> {
  await adoptTickets(db.orm, member);
  const rows = await db.orm
    .select()
    .from(ticket)
    .where(eq(ticket.memberId, member.id))
    .orderBy(desc(ticket.updatedAt), desc(ticket.number))
    .limit(maxListed);
  return rows.map(summaryOf);
}

function summaryOf(row: TicketRow): TicketSummary {
  return {
    ticket: shownTicket(row.number),
    topic: row.topic,
    status: row.status,
    order_ref: row.orderRef,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function entryView(
  { mailboxSince, isAuthor }: TicketRow,
  { id, author, event, text, signature, isProven, at, files }: EntryWithFiles,
): TicketEntry[] {
  if (author === "note" || author === "unverified") return [];
  // Whoever wrote it sees no mark: until the mailbox's reader has opened the ticket there is nothing to tell apart.
  const isBefore = author === "customer" && isProven === false && mailboxSince !== null && isAuthor !== true;
  const name = author === "support" ? signature : null;
  return [{ id, author, name, event, text, before_proof: isBefore, at: at.toISOString(), files }];
}
