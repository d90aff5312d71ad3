import { z } from "zod/v4";
import { sealedCookie } from "../../cookies/sealed-cookie.server.ts";
import { sessionSecrets } from "../../cookies/session-secrets.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { cookieSeconds } from "../../settings/cookie-lifetimes.ts";
import { isHttps } from "../../settings/env.server.ts";
import { knownOrder, withOrder } from "./kept-orders.server.ts";

/** A ticket and its token have the form of an order's. */
const tickets = sealedCookie({
  name: "tickets",
  schema: z.array(knownOrder),
  maxAgeSeconds: cookieSeconds.tickets,
  secrets: sessionSecrets,
  secure: isHttps,
});

/** The token of one ticket, or undefined: a member's ticket opens by the session. */
export async function ticketTokenFor(args: RouteArgs, ticket: string): Promise<string | undefined> {
  return (await storedTickets(args)).find(({ ref }) => ref === ticket)?.token;
}

/** The Set-Cookie header that remembers a ticket for 30 days; beyond twenty tickets the oldest is dropped. */
export async function rememberTicket(args: RouteArgs, ticket: string, token: string): Promise<string> {
  return tickets.write(withOrder(await storedTickets(args), { ref: ticket, token }), args.context.receivedAt);
}

async function storedTickets(args: RouteArgs) {
  return (await tickets.read(args.request.headers.get("Cookie"), args.context.receivedAt)) ?? [];
}
