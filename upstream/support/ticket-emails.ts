import type { Tx } from "../db/database.ts";
import type { ticket } from "../db/schema/support.ts";
import { queueEmail } from "../mail/outbox/queue-email.ts";
import type { EmailCause } from "../mail/rules/email-cause.ts";
import type { Context } from "../ports/context.ts";

/** The job kind of all emails about tickets, and the beginning of their ids. */
export const ticketEmailJob = "ticket";
export const ticketEmailKinds = ["ticket_received", "ticket_answered", "ticket_closed", "operator_ticket"] as const;
export type TicketEmailKind = (typeof ticketEmailKinds)[number];

type Recipient = Pick<typeof ticket.$inferSelect, "email" | "language" | "number">;
type TicketEmail = { kind: TicketEmailKind; cause: EmailCause; entryId: string; to: Recipient; now: Date };

/** Queues an email about an entry of a ticket, in its transaction. Operators' emails are in English. */
export async function queueTicketEmail(
  tx: Tx,
  ctx: Pick<Context, "env" | "jobs">,
  { kind, cause, entryId, to, now }: TicketEmail,
): Promise<void> {
  const isOurs = kind === "operator_ticket";
  const address = isOurs ? ctx.env.OPERATOR_EMAIL : to.email;
  if (address === undefined) return;
  const id = [ticketEmailJob, to.number, entryId, kind].join(":");
  const email = {
    id,
    kind,
    cause: isOurs ? "desk" : cause,
    to: address,
    language: isOurs ? "en" : to.language,
    now,
  } as const;
  await queueEmail(tx, ctx, email, { kind: ticketEmailJob });
}

/** The ticket and the entry an email is about. */
export function subjectOf(emailId: string): { number: number; entryId: string } {
  const [, number = "", entryId = ""] = emailId.split(":");
  return { number: Number(number), entryId };
}
