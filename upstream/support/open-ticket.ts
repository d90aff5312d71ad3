import { and, count, eq, gt, sql } from "drizzle-orm";
import type { SupportTopic } from "../../contract/support/ticket-states.ts";
import type { Lang } from "../../contract/values/languages.ts";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { ticket } from "../db/schema/support.ts";
import { readEmail } from "../domain/fields/email.ts";
import { type Refusal, refuse, refuseFields } from "../domain/refusal.ts";
import { plainLine, plainText } from "../domain/support/plain-text.ts";
import { promisedBy } from "./answer-times.ts";
import { queueTicketEmail } from "./ticket-emails.ts";
import { addEntry, withFiles } from "./ticket-entries.ts";

/** Tickets of one address: more are refused for an hour. */
const maxPerHour = 10;
/** Confirmations to one address in an hour, so that the form cannot fill a stranger's mailbox. */
const maxConfirmationsPerHour = 3;

export type NewTicket = {
  topic: SupportTopic;
  name: string | null;
  email: string;
  message: string;
  /** An order that the writer can open. */
  order: { ref: string; email: string | null } | null;
  /** An order number that was only typed. */
  orderTyped: string | null;
  member: { id: string; email: string; name: string | null } | null;
  attachments: string[];
  /** What our team has to know beside the message; customers do not see it. */
  note: string | null;
  language: Lang;
};

/**
 * Opens a ticket. A member's has the member's e-mail. A guest's address and typed order number are kept as they are
 * given: the reply is the same whether we know them or not.
 */
export async function openTicket(
  ctx: Pick<Context, "db" | "env" | "ids" | "jobs">,
  given: NewTicket,
  now: Date,
): Promise<{ number: number; answerBy: Date } | Refusal> {
  const { member, order } = given;
  const email = member?.email ?? readEmail(given.email);
  const message = plainText(given.message);
  const wrong = [
    ...(email ? [] : [{ pointer: "/email", code: given.email === "" ? "required" : "email_format" } as const]),
    ...(message === "" ? [{ pointer: "/message", code: "required" } as const] : []),
  ];
  if (!email || wrong.length > 0) return refuseFields(...wrong);
  const answerBy = promisedBy(ctx.env.COMPANY.support, now);
  const emailConfirmed = member !== null || order?.email?.toLowerCase() === email.toLowerCase();

  const opened = await withFiles(ctx, async (tx) => {
    const recent = await ticketsOf(tx, email, new Date(now.getTime() - 3_600_000));
    if (recent >= maxPerHour) return refuse("too_many_requests", { extra: { retry_after_seconds: 3600 } });
    const [row] = await tx
      .insert(ticket)
      .values({
        topic: given.topic,
        status: "awaiting_support",
        language: given.language,
        email,
        name: (given.name && plainLine(given.name, 100)) ?? member?.name ?? null,
        emailConfirmed,
        memberId: member?.id ?? null,
        orderRef: order?.ref ?? null,
        orderTyped: given.orderTyped && plainLine(given.orderTyped, 40),
        createdAt: now,
        updatedAt: now,
        answerBy,
      })
      .returning();
    if (!row) throw new Error("The ticket was not stored");
    const written = { author: "customer", text: message, attachments: given.attachments } as const;
    const entryId = await addEntry(tx, ctx, row.number, written, now);
    await addEntry(tx, ctx, row.number, { author: "system", event: "received", text: "" }, now);
    if (given.note !== null) {
      const note = { author: "note", operator: "system", text: given.note } as const;
      await addEntry(tx, ctx, row.number, note, now);
    }
    if (emailConfirmed || recent < maxConfirmationsPerHour)
      await queueTicketEmail(tx, ctx, { kind: "ticket_received", entryId, to: row, now });
    await queueTicketEmail(tx, ctx, { kind: "operator_ticket", entryId, to: row, now });
    return { number: row.number, answerBy };
  });
  ctx.jobs.wakeWorkers();
  return opened;
}

async function ticketsOf(tx: Tx, email: string, since: Date): Promise<number> {
  const isTheirs = eq(sql`lower(${ticket.email})`, email.toLowerCase());
  const [row] = await tx
    .select({ tickets: count() })
    .from(ticket)
    .where(and(isTheirs, gt(ticket.createdAt, since)));
  return row?.tickets ?? 0;
}
