import type { z } from "zod/v4";
import type { emailsReply } from "../../../contract/order/order-steps.ts";
import { api } from "../../api/client.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { failed, notFound } from "../../http/response/fail.server.ts";

export type MailboxEmail = z.output<typeof emailsReply>["data"][number];

/**
 * E-mails of test mode, newest first, on this machine only: the service answers others with 404, and so it does without
 * a sandbox. Throws that 404 page.
 */
export async function mailboxEmails(args: RouteArgs, to?: string): Promise<MailboxEmail[]> {
  const answer = await api(args, "sandboxLetters", { query: { to } });
  if (!answer.ok) throw failed(args.request, answer.problem);
  return answer.data.data;
}

export async function mailboxEmail(args: RouteArgs, id: string | undefined): Promise<MailboxEmail> {
  const email = (await mailboxEmails(args)).find((known) => known.id === id);
  if (!email) throw notFound(args.request);
  return email;
}
