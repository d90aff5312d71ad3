import { redirect } from "@remix-run/node";
import type { Ticket } from "../../../contract/support/tickets.ts";
import { api } from "../../api/client.server.ts";
import { rememberTicket, ticketTokenFor } from "../../auth/cookies/tickets-cookie.server.ts";
import { membershipOf, redirectToSignIn } from "../../auth/member.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { failed, notFound } from "../../http/response/fail.server.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";

/** What opens a ticket. No token for a member's own: the session opens it. */
export type TicketKey = { number: string; token: string | undefined };

export const ticketPath = (request: Request, number: string) => href(langOf(request), `/support/${number}`);

/**
 * The ticket of an address, for a browser with its token and for its member; the 404 page for everybody else. A token
 * from an email's link is moved to the cookie, and the browser is redirected to the clean address.
 */
export async function findTicket(args: RouteArgs, typed: string | undefined): Promise<Ticket> {
  const number = readNumber(args, typed);
  const { orderToken: linked } = args.context;
  const key = linked ? { number, token: linked } : await ticketKey(args, typed);
  const response = await api(args, "supportTicket", { query: { ticket: number }, orderToken: key.token });
  if (!response.ok) throw failed(args.request, response.problem);
  if (!linked) return response.data.data;
  // Stored only now that it has opened the ticket: strangers could fill the cookie otherwise.
  const headers = { "Set-Cookie": await rememberTicket(args, number, linked) };
  throw redirect(ticketPath(args.request, number), { headers });
}

/** The key for an action. After a recent sign-out, sign-in first; `keepMessage` makes the cookie with what was typed for that time. */
export async function ticketKey(
  args: RouteArgs,
  typed: string | undefined,
  keepMessage?: () => Promise<string | null>,
): Promise<TicketKey> {
  const number = readNumber(args, typed);
  const token = await ticketTokenFor(args, number);
  if (token) return { number, token };
  const { status } = await membershipOf(args);
  if (status === "ended") throw redirectToSignIn(args.request, true, await keepMessage?.());
  if (status === "guest") throw notFound(args.request);
  return { number, token: undefined };
}

function readNumber({ request }: RouteArgs, typed = ""): string {
  const digits = /^sup-?(\d{1,9})$/i.exec(typed)?.[1];
  if (digits === undefined) throw notFound(request);
  return `SUP-${digits}`;
}
