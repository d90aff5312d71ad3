import type { EmailSender } from "../mail/email-sender.ts";
import { digestJob } from "../mail/outbox/queue-digests.ts";
import { sendDigest } from "./emails/digest-email.ts";
import { sendTicketEmail } from "./emails/ticket-email.ts";
import { ticketEmailJob } from "./ticket-emails.ts";

export const supportEmails: readonly EmailSender[] = [
  { kinds: [ticketEmailJob], send: (ctx, mailer, { ref }) => sendTicketEmail(ctx, mailer, ref) },
  { kinds: [digestJob], send: (ctx, mailer, { ref }) => sendDigest(ctx, mailer, ref) },
];
