import type { EmailSender } from "../mail/email-sender.ts";
import { sendWithdrawalEmail } from "./emails/withdrawal-email.ts";
import { withdrawalEmailJob } from "./withdrawal-emails.ts";

export const withdrawalEmails: readonly EmailSender[] = [
  { kinds: [withdrawalEmailJob], send: (ctx, mailer, { ref }) => sendWithdrawalEmail(ctx, mailer, ref) },
];
