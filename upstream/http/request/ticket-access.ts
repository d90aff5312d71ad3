import type { Context } from "../../ports/context.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { proveMailbox, type TicketRow, type TicketWriter, ticketRow } from "../../support/change-ticket.ts";
import { ticketNumber } from "../../support/ticket-number.ts";
import type { Caller } from "./caller.ts";
import { credentialsOf } from "./order-access.ts";
import { openedBy } from "./ticket-token.ts";

export type OpenedTicket = { row: TicketRow; by: TicketWriter };

/**
 * Returns the ticket if a token opens it or it belongs to the member, and who that makes the caller. A link from an email
 * proves the mailbox for what is written from then on, and ends the token of the browser that wrote the ticket: that one may
 * be a stranger's. An unknown number, a wrong or ended token and another member's session give the same `not_found`.
 */
export async function accessibleTicket(
  ctx: Pick<Context, "db" | "env">,
  typed: string,
  caller: Pick<Caller, "orderTokens" | "bearer">,
  now: Date,
): Promise<OpenedTicket | Refusal> {
  const number = ticketNumber(typed);
  const row = number === undefined ? undefined : await ticketRow(ctx.db.orm, number);
  if (!row) return refuse("not_found");
  const { tokens, memberId } = await credentialsOf(ctx, caller, now);
  const link = openedBy(ctx.env.ORDER_LINK_SECRETS, row.number, tokens);
  if (link === "email") return { row: await proveMailbox(ctx.db.orm, row, now), by: "mailbox" };
  if (memberId !== null && row.memberId === memberId) return { row, by: "member" };
  if (link === "browser" && row.mailboxSince === null) return { row, by: "stranger" };
  return refuse("not_found");
}
