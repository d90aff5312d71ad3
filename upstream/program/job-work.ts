import { z } from "zod/v4";
import type { JobWork } from "../jobs/boss.ts";
import { runSequentially } from "../jobs/run-sequentially.ts";
import type { Mailer } from "../mail/delivery/mailer.ts";
import { advance } from "../payouts/advance.ts";
import type { Context } from "../ports/context.ts";
import { emailSenders } from "./emails.ts";
import { sendMoney } from "./send-money.ts";

const ofOrder = z.object({ ref: z.string() });
const ofMovement = z.object({ movement: z.string() });
const ofEmail = z.object({ ref: z.string(), kind: z.string(), version: z.string(), copyOf: z.string().optional() });

/** The work of each job kind. Idempotent, in any process. */
export function jobWork(ctx: Context, mailer: Mailer): JobWork {
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
      const sender = emailSenders.get(job.kind);
      if (!sender) throw new Error(`Unknown email kind: ${job.kind}`);
      const turn = sender.turnOf ? sender.turnOf(job) : job.ref;
      const send = () => sender.send(ctx, mailer, job);
      await (turn === null ? send() : sequentially(turn, send));
    },
  };
}
