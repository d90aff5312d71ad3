import { eq } from "drizzle-orm";
import type { GatewayPayment } from "../../../../contract/order/gateway.ts";
import { formatDecimal } from "../../../../contract/values/decimal.ts";
import { asset, sandboxSession } from "../../../db/schema/index.ts";
import type { Context } from "../../../ports/context.ts";
import { networkOf, transactionId } from "../network.ts";
import { confirmationLevels } from "../step.ts";
import { bookEvents } from "./client.ts";
import { type BookedEvent, type SessionState, sessionState } from "./session-store.ts";

/** `after`: the number of payments the payer knows of; submitting twice is one payment. `amount` in minor units. */
export type Payment = { asset: string; amount: bigint; after: number; startsAt: Date; vanishes: boolean };

/** Pays into a session from `startsAt` on, one step per SANDBOX_PACE_MS. An ended session accepts no payment. */
export async function payInto(ctx: Context, sessionId: string, payment: Payment): Promise<void> {
  const [paid] = await ctx.db.orm.select().from(asset).where(eq(asset.id, payment.asset));
  const network = networkOf(payment.asset);
  if (!paid || !network) return;
  await inOpenSession(ctx, sessionId, async (now) => {
    if (now.begun.length !== payment.after) return [];
    const id = transactionId(network, `${sessionId}:${payment.after}`);
    const amount = formatDecimal(payment.amount, paid.decimals);
    const first = { id, asset: payment.asset, amount, fee: "0", required: paid.confirmations };
    return stages(payment.vanishes, paid.confirmations).map((stage, at) => ({
      event: { type: "payment.updated", data: { session_id: sessionId, payment: { ...first, ...stage } } },
      dueAt: new Date(payment.startsAt.getTime() + at * ctx.env.SANDBOX_PACE_MS),
    }));
  });
}

export async function cancelSession(ctx: Context, sessionId: string): Promise<void> {
  await inOpenSession(ctx, sessionId, async ({ begun }) => {
    if (begun.length > 0) return [];
    return [{ event: { type: "session.cancelled", data: { session_id: sessionId } }, dueAt: ctx.clock.now() }];
  });
}

type Planned = { event: BookedEvent; dueAt: Date }[];

async function inOpenSession(ctx: Context, id: string, plan: (now: SessionState) => Promise<Planned>): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(sandboxSession).where(eq(sandboxSession.id, id)).for("update");
    if (!row) return;
    const state = await sessionState(tx, id, now);
    const events = state.status === "open" ? await plan(state) : [];
    if (events.length > 0) await bookEvents(tx, ctx.ids, events, now);
  });
}

type Stage = Pick<GatewayPayment, "version" | "status" | "confirmations">;

/** Seen, a few confirmations, final; or seen once and vanished. */
function stages(vanishes: boolean, required: number): Stage[] {
  if (vanishes) {
    return [
      { version: 1, status: "seen", confirmations: 0 },
      { version: 2, status: "vanished", confirmations: 0 },
    ];
  }
  const levels = confirmationLevels(required);
  return levels.map((confirmations, at) => {
    return { version: at + 1, status: at === levels.length - 1 ? "final" : "seen", confirmations };
  });
}
