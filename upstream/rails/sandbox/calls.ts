import { join } from "node:path";
import { serve } from "../../http/serve.ts";
import { mailbox } from "../../mail/delivery/mailbox.ts";
import { notifyReserveRequests } from "../../orders/reserve-requests/notify-reserve-requests.ts";
import { sweep } from "../../orders/sweep.ts";
import { isSimulatedOrder } from "../../orders/view/simulated-order.ts";
import { refuse } from "../../shared/rules/refusal.ts";
import { skipMinutes } from "../../status/skip-minutes.ts";
import { simulateDeposit } from "./deposits/simulate-deposit.ts";
import { runDue } from "./run-due.ts";
import { simulateEvent } from "./simulate-event.ts";

const accepted = { data: { accepted: true } } as const;

/**
 * Calls of test mode: 404, as for any unknown path, where rails move real money. What simulates a payment is for money of
 * simulated rails only.
 */
export const sandboxCalls = [
  serve("sandboxEvents", async ({ ctx, order, body }) => {
    if (!isSimulatedOrder(ctx.rails, order)) return refuse("not_found");
    const refusal = await simulateEvent(ctx, order, body.event, body.amount ?? null);
    return refusal ?? accepted;
  }),

  serve("sandboxDeposits", async ({ ctx, member, body }) => {
    const { asset, event, amount } = body;
    if (!ctx.rails.isSimulated(asset)) return refuse("not_found");
    if (ctx.env.WALLETS !== "on") return refuse("not_available");
    const input = { memberId: member.member.id, asset, event, amount: amount ?? null };
    return (await simulateDeposit(ctx, input)) ?? accepted;
  }),

  serve("sandboxClock", async ({ ctx, body }) => {
    if (!ctx.rails.isTest || !ctx.env.SANDBOX_CLOCK) return refuse("not_found");
    const before = ctx.clock.now();
    await ctx.clock.advance(body.advance_seconds);
    await skipMinutes(ctx, before, ctx.clock.now());
    await sweep(ctx);
    await notifyReserveRequests(ctx);
    await runDue(ctx);
    ctx.jobs.wakeWorkers();
    return { data: { now: ctx.clock.now().toISOString(), offset_seconds: ctx.clock.offsetSeconds() } };
  }),

  serve("sandboxLetters", async ({ ctx, query }) => {
    if (!ctx.rails.isTest) return refuse("not_found");
    const emails = await mailbox(join(ctx.env.DATA_DIR, "mailbox")).emails(query.to);
    return { data: emails.map((email) => ({ ...email, at: email.at.toISOString() })) };
  }),
];
