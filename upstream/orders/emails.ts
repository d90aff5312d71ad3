import type { EmailSender } from "../mail/email-sender.ts";
import { everyOrderEmailKind } from "../mail/email-texts.ts";
import { sendReserveEmail } from "./emails/reserve-email.ts";
import { sendOrderEmail } from "./emails/send-order-email.ts";
import { reserveEmailKind } from "./reserve-requests/notify-reserve-requests.ts";

export const orderEmails: readonly EmailSender[] = [
  { kinds: everyOrderEmailKind, send: sendOrderEmail },
  { kinds: [reserveEmailKind], send: (ctx, mailer, { ref }) => sendReserveEmail(ctx, mailer, ref) },
];
