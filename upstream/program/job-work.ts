import { z } from "zod/v4";
import { accountEmailJob } from "../accounts/account-emails.ts";
import { sendAccountEmail } from "../accounts/emails/account-email.ts";
import { sendRewardsEmail } from "../affiliates/emails.ts";
import { rewardsEmailJob } from "../affiliates/rewards-emails.ts";
import type { JobWork } from "../jobs/boss.ts";
import { runSequentially } from "../jobs/run-sequentially.ts";
import type { Mailer } from "../mail/delivery/mailer.ts";
import { digestJob } from "../mail/outbox/queue-digests.ts";
import { sendIssue, sendSubscribeLink } from "../newsletter/emails.ts";
import { newsletterConfirmKind, newsletterIssueKind } from "../newsletter/newsletter-kinds.ts";
import { sendReserveEmail } from "../orders/emails/reserve-email.ts";
import { sendOrderEmail } from "../orders/emails/send-order-email.ts";
import { reserveEmailKind } from "../orders/reserve-requests/notify-reserve-requests.ts";
import { advance } from "../payouts/advance.ts";
import type { Context } from "../ports/context.ts";
import { reviewConfirmKind, reviewInviteKind } from "../reviews/email-kinds.ts";
import { sendReviewConfirmation, sendReviewInvitation } from "../reviews/emails.ts";
import { sendDigest } from "../support/emails/digest-email.ts";
import { sendTicketEmail } from "../support/emails.ts";
import { ticketEmailJob } from "../support/ticket-emails.ts";
import { sendWithdrawalEmail } from "../withdrawals/emails/withdrawal-email.ts";
import { withdrawalEmailJob } from "../withdrawals/withdrawal-emails.ts";
import { sendMoney } from "./send-money.ts";

const ofOrder = z.object({ ref: z.string() });
const ofMovement = z.object({ movement: z.string() });
const ofEmail = z.object({ ref: z.string(), kind: z.string(), version: z.string(), copyOf: z.string().optional() });

/** The work of each job kind. Idempotent, in any process. */
export function jobWork(ctx: Context, post: Mailer): JobWork {
  const sequentially = runSequentially();
  return {
    payout: (payload) => {
      const ofNoOrder = ofMovement.safeParse(payload);
      return ofNoOrder.success
        ? advance(ctx, ofNoOrder.data.movement)
        : sendMoney(ctx, "payout", ofOrder.parse(payload).ref);
    },
    refund: (payload) => sendMoney(ctx, "refund", ofOrder.parse(payload).ref),
    email: async (payload) => {
      const job = ofEmail.parse(payload);
      if (job.kind === reserveEmailKind) await sendReserveEmail(ctx, post, job.ref);
      else if (job.kind === reviewInviteKind) await sendReviewInvitation(ctx, post, job.ref);
      else if (job.kind === reviewConfirmKind)
        await sequentially(job.ref, () => sendReviewConfirmation(ctx, post, job.ref));
      else if (job.kind === newsletterConfirmKind)
        await sequentially(job.ref, () => sendSubscribeLink(ctx, post, job.ref));
      else if (job.kind === newsletterIssueKind) await sendIssue(ctx, post, job.ref, job.version);
      else if (job.kind === accountEmailJob) await sequentially(job.ref, () => sendAccountEmail(ctx, post, job.ref));
      else if (job.kind === digestJob) await sequentially(job.ref, () => sendDigest(ctx, post, job.ref));
      else if (job.kind === ticketEmailJob) await sequentially(job.ref, () => sendTicketEmail(ctx, post, job.ref));
      else if (job.kind === rewardsEmailJob) await sequentially(job.ref, () => sendRewardsEmail(ctx, post, job.ref));
      else if (job.kind === withdrawalEmailJob)
        await sequentially(job.ref, () => sendWithdrawalEmail(ctx, post, job.ref));
      else await sequentially(job.ref, () => sendOrderEmail(ctx, post, job));
    },
  };
}
