import { accountEmails } from "../accounts/emails.ts";
import { affiliateEmails } from "../affiliates/emails.ts";
import type { EmailSender } from "../mail/email-sender.ts";
import { newsletterEmails } from "../mail/newsletter/emails.ts";
import { orderEmails } from "../orders/emails.ts";
import { reviewEmails } from "../orders/reviews/emails.ts";
import { supportEmails } from "../support/emails.ts";
import { withdrawalEmails } from "../withdrawals/emails.ts";

/** All emails that jobs ask for, by their kind. */
export const emailSenders: ReadonlyMap<string, EmailSender> = new Map(
  [
    ...accountEmails,
    ...affiliateEmails,
    ...newsletterEmails,
    ...orderEmails,
    ...reviewEmails,
    ...supportEmails,
    ...withdrawalEmails,
  ].flatMap((sender) => sender.kinds.map((kind) => [kind, sender] as const)),
);
