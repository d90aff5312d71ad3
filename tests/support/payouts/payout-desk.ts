import { eq } from "drizzle-orm";
import { order, outgoing } from "../../../upstream/db/schema/index.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedRow, type OrderRowInput } from "../orders/order-rows.ts";
import { type TestContext, testContext } from "../service/context.ts";
import { freshDatabase } from "../service/database.ts";
import { collectingPost } from "../service/post.ts";
import { type ScriptedRail, scriptRails } from "./scripted-rail.ts";

export type PayoutDesk = {
  ctx: TestContext;
  rail: ScriptedRail;
  /** Runs an operator's command. */
  as(name: string): (command: string, args?: Record<string, string>) => ReturnType<typeof runCommand>;
  work(): Promise<void>;
  /** An order whose payment is final and whose payout is about to be sent. */
  paidOrder(input?: Partial<OrderRowInput>): Promise<string>;
  /** The order and its one payout. */
  read(ref: string): Promise<{ status: string; hold: string | null; state: string; why: string | null; id: string }>;
};

/** A service whose payouts all go over a scripted rail. An order of 500 USDT pays out 479.73 dollars. */
export async function payoutDesk(settings: Record<string, string> = {}): Promise<PayoutDesk> {
  const ctx = await testContext(await freshDatabase(), settings);
  const rowOf = async (ref: string) => {
    const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
    if (!row) throw new Error("The order is gone");
    return row;
  };
  return {
    ctx,
    rail: scriptRails(ctx),
    as: (name) => (command, args) =>
      runCommand(ctx, { command, args: { reason: "seen on its page", ...args }, operator: { name } }),
    work: () => ctx.jobs.run(jobWork(ctx, collectingPost())),
    async paidOrder(input) {
      const { ref } = await executedRow(ctx, input);
      await simulateEvent(ctx, await rowOf(ref), "pay_exact", null);
      return ref;
    },
    async read(ref) {
      const { status, holdReason } = await rowOf(ref);
      const [payout, ...others] = await selectMovements(ctx.db.orm).where(eq(outgoing.orderRef, ref));
      if (!payout || others.length > 0) throw new Error("Not one payout");
      return { status, hold: holdReason, state: payout.state, why: payout.why, id: payout.id };
    },
  };
}
