import type { EmailSender } from "../mail/email-sender.ts";
import { accountEmailJob } from "./account-emails.ts";
import { sendAccountEmail } from "./emails/account-email.ts";

export const accountEmails: readonly EmailSender[] = [
  { kinds: [accountEmailJob], send: (ctx, mailer, { ref }) => sendAccountEmail(ctx, mailer, ref) },
];
