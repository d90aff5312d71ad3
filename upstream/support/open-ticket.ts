import { and, count, eq, gt, sql } from "drizzle-orm";
import type { SupportTopic } from "../../contract/support/ticket-states.ts";
import type { Lang } from "../../contract/values/languages.ts";
import type { Tx } from "../db/database.ts";
import { ticket } from "../db/schema/support.ts";
import { takeRoom } from "../db/unproven/room.ts";
import type { Context } from "../ports/context.ts";
import { readEmail } from "../shared/rules/fields/email.ts";
import { type Refusal, refuse, refuseFields } from "../shared/rules/refusal.ts";
import { promisedBy } from "./answer-times.ts";
import type { TicketWriter } from "./change-ticket.ts";
import { plainLine, plainText } from "./rules/plain-text.ts";
import { queueTicketEmail } from "./ticket-emails.ts";
import { addEntry, withFiles } from "./ticket-entries.ts";

/** Tickets of one address: more are refused for an hour. Those of its owner and of whoever types it are counted apart. */
const maxPerHour = 10;

export type NewTicket = {
  topic: SupportTopic;
  name: string | null;
  email: string;
  message: string;
  /** An order that the writer can open. */
  order: { ref: string; email: string | null; isOpenedByEmail: boolean } | null;
  /** An order number that was only typed. */
  orderTyped: string | null;
  member: { id: string; email: string; name: string | null } | null;
  attachments: string[];
  /** What our team has to know beside the message; customers do not see it. */
  note: string | null;
  language: Lang;
  /** Where the call comes from. */
  address: string | null;
};

/**
 * Opens a ticket. A member's has the member's email. A guest's address and typed order number are kept as they are
 * given: the reply is the same whether we know them or not.
 */
export async function openTicket(
  ctx: Pick<Context, "db" | "env" | "ids" | "jobs">,
  newTicket: NewTicket,
  now: Date,
): Promise<{ number: number; answerBy: Date } | Refusal> {
  const { member, order } = newTicket;
  const email = member?.email ?? readEmail(newTicket.email);
  const message = plainText(newTicket.message);
  const wrong = [
    ...(email ? [] : [{ pointer: "/email", code: newTicket.email === "" ? "required" : "email_format" } as const]),
    ...(message === "" ? [{ pointer: "/message", code: "required" } as const] : []),
  ];
  if (!email || wrong.length > 0) return refuseFields(...wrong);
  const answerBy = promisedBy(ctx.env.COMPANY.support, now);
  const hasLink = order?.isOpenedByEmail === true && order.email?.toLowerCase() === email.toLowerCase();
  const unknownOrMailbox = hasLink ? "mailbox" : "stranger";
  const writer: TicketWriter = member === null ? unknownOrMailbox : "member";
  const emailConfirmed = writer !== "stranger";
  const full = emailConfirmed ? undefined : await takeRoom(ctx, "questions", { address: newTicket.address, now });
  if (full) return full;

  const opened = await withFiles(ctx, async (tx) => {
    const since = new Date(now.getTime() - 3_600_000);
    if ((await ticketsOf(tx, { email, emailConfirmed, since })) >= maxPerHour)
      return refuse("too_many_requests", { extra: { retry_after_seconds: 3600 } });
    const [row] = await tx
      .insert(ticket)
      .values({
        topic: newTicket.topic,
        status: "awaiting_support",
        language: newTicket.language,
        email,
        name: (newTicket.name && plainLine(newTicket.name, 100)) ?? member?.name ?? null,
        emailConfirmed,
        isAuthor: emailConfirmed ? true : null,
        memberId: member?.id ?? null,
        orderRef: order?.ref ?? null,
        orderTyped: newTicket.orderTyped && plainLine(newTicket.orderTyped, 40),
        createdAt: now,
        updatedAt: now,
        answerBy,
      })
      .returning();
    if (!row) throw new Error("The ticket was not stored");
    const written = {
      author: "customer",
      isProven: emailConfirmed,
      text: message,
      attachments: newTicket.attachments,
    } as const;
    const entryId = await addEntry(tx, ctx, row.number, written, now);
    await addEntry(tx, ctx, row.number, { author: "system", event: "received", text: "" }, now);
    if (newTicket.note !== null) {
      const note = { author: "note", operator: "system", text: newTicket.note } as const;
      await addEntry(tx, ctx, row.number, note, now);
    }
    await queueTicketEmail(tx, ctx, { kind: "ticket_received", cause: writer, entryId, to: row, now });
    await queueTicketEmail(tx, ctx, { kind: "operator_ticket", cause: "desk", entryId, to: row, now });
    return { number: row.number, answerBy };
  });
  ctx.jobs.wakeWorkers();
  return opened;
}

async function ticketsOf(
  tx: Tx,
  { email, emailConfirmed, since }: { email: string; emailConfirmed: boolean; since: Date },
): Promise<number> {
  const isTheirs = and(eq(sql`lower(${ticket.email})`, email.toLowerCase()), eq(ticket.emailConfirmed, emailConfirmed));
  const [row] = await tx
    .select({ tickets: count() })
    .from(ticket)
    .where(and(isTheirs, gt(ticket.createdAt, since)));
  return row?.tickets ?? 0;
}
