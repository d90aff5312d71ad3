import { z } from "zod/v4";
import { accountLetterJob } from "../accounts/account-emails.ts";
import type { Context } from "../context.ts";
import { sendAccountLetter } from "../mail/account-email.ts";
import type { Post } from "../mail/delivery/mailer.ts";
import { sendLetter } from "../mail/delivery/send-order-email.ts";
import { sendReserveLetter } from "../mail/reserve-email.ts";
import { reserveLetter } from "../orders/reserve-requests/notify-reserve-requests.ts";
import type { JobWork } from "./boss.ts";
import { inTurn } from "./run-sequentially.ts";
import { sendMoney } from "./send-money.ts";

const ofOrder = z.object({ ref: z.string() });
const ofLetter = z.object({ ref: z.string(), kind: z.string(), version: z.string(), copyOf: z.string().optional() });

/** The work of each job kind. Idempotent, in any process. */
export function jobWork(ctx: Context, post: Post): JobWork {
  const oneByOne = inTurn();
  return {
    payout: (payload) => sendMoney(ctx, "payout", ofOrder.parse(payload).ref),
    refund: (payload) => sendMoney(ctx, "refund", ofOrder.parse(payload).ref),
    letter: async (payload) => {
      const job = ofLetter.parse(payload);
      if (job.kind === reserveLetter) await sendReserveLetter(ctx, post, job.ref);
      else if (job.kind === accountLetterJob) await oneByOne(job.ref, () => sendAccountLetter(ctx, post, job.ref));
      else await oneByOne(job.ref, () => sendLetter(ctx, post, job));
    },
  };
}
