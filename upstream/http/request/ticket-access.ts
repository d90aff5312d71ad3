import type { Context } from "../../context.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { confirmEmail, type TicketRow, ticketRow } from "../../support/change-ticket.ts";
import { ticketNumber } from "../../support/ticket-number.ts";
import type { Caller } from "./caller.ts";
import { credentialsOf } from "./order-access.ts";
import { openedBy } from "./ticket-token.ts";

/**
 * Returns the ticket if a token opens it or the member wrote it. An unknown number, a wrong token and another member's
 * session give the same `not_found`. A link from an e-mail proves the address.
 */
export async function accessibleTicket(
  ctx: Pick<Context, "db" | "env">,
  typed: string,
  caller: Pick<Caller, "orderTokens" | "bearer">,
  now: Date,
): Promise<TicketRow | Refusal> {
  const number = ticketNumber(typed);
  const row = number === undefined ? undefined : await ticketRow(ctx.db.orm, number);
  if (!row) return refuse("not_found");
  const { tokens, memberId } = await credentialsOf(ctx, caller, now);
  const link = openedBy(ctx.env.ORDER_LINK_SECRETS, row.number, tokens);
  if (link === "email" && !row.emailConfirmed) await confirmEmail(ctx, row.number);
  if (link !== undefined || (memberId !== null && row.memberId === memberId)) return row;
  return refuse("not_found");
}
