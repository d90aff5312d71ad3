import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { emailMessage } from "../db/schema/service.ts";
import type { ticket } from "../db/schema/support.ts";

/** The job kind of all e-mails about tickets, and the beginning of their ids. */
export const ticketEmailJob = "ticket";
export const ticketEmailKinds = ["ticket_received", "ticket_answered", "ticket_closed", "operator_ticket"] as const;
export type TicketEmailKind = (typeof ticketEmailKinds)[number];

type Recipient = Pick<typeof ticket.$inferSelect, "email" | "language" | "number">;

/** Queues an e-mail about an entry of a ticket, in its transaction. Operators' e-mails are in English. */
export async function queueTicketEmail(
  tx: Tx,
  ctx: Pick<Context, "env" | "jobs">,
  { kind, entryId, to, now }: { kind: TicketEmailKind; entryId: string; to: Recipient; now: Date },
): Promise<void> {
  const isOurs = kind === "operator_ticket";
  const address = isOurs ? ctx.env.OPERATOR_EMAIL : to.email;
  if (address === undefined) return;
  const id = [ticketEmailJob, to.number, entryId, kind].join(":");
  const row = { id, kind, to: address, status: "queued", createdAt: now } as const;
  await tx.insert(emailMessage).values({ ...row, language: isOurs ? "en" : to.language });
  await ctx.jobs.send(tx, "email", { ref: id, kind: ticketEmailJob, version: "1" });
}

/** The ticket and the entry an e-mail is about. */
export function subjectOf(emailId: string): { number: number; entryId: string } {
  const [, number = "", entryId = ""] = emailId.split(":");
  return { number: Number(number), entryId };
}
