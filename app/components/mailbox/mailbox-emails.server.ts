import type { z } from "zod/v4";
import type { emailsReply } from "../../../contract/order/order-steps.ts";
import { api } from "../../api/client.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { failed, notFound } from "../../http/response/fail.server.ts";
import { listOf, type MailboxList } from "./mailbox-list.ts";

export type MailboxEmail = z.output<typeof emailsReply>["data"][number];

/** A page of the list that the address asks for (`page`, `to`); without the contents of the emails. */
export async function mailboxList(args: RouteArgs): Promise<MailboxList> {
  const page = Number(new URL(args.request.url).searchParams.get("page") ?? 1);
  return listOf(await emailsOf(args), { to: recipientOf(args), page });
}

export async function mailboxEmail(args: RouteArgs, id: string | undefined): Promise<MailboxEmail> {
  const email = (await emailsOf(args)).find((candidate) => candidate.id === id);
  if (!email) throw notFound(args.request);
  return email;
}

/**
 * Emails of test mode, newest first, on this machine only: the service answers others with 404, and so it does without
 * a sandbox. Throws that 404 page.
 */
async function emailsOf(args: RouteArgs): Promise<MailboxEmail[]> {
  const response = await api(args, "sandboxLetters", { query: { to: recipientOf(args) ?? undefined } });
  if (!response.ok) throw failed(args.request, response.problem);
  return response.data.data;
}

/** Only their emails: the service answers with the newest ones. */
const recipientOf = ({ request }: RouteArgs) => new URL(request.url).searchParams.get("to");
