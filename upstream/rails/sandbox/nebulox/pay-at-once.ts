import { desc, eq } from "drizzle-orm";
import { sandboxSession } from "../../../db/schema/index.ts";
import type { Context } from "../../../ports/context.ts";
import { deliverDue } from "./deliver.ts";
import { type Payment, payInto } from "./pay.ts";
import { sessionState } from "./session-store.ts";

/**
 * Pays at the gateway from the panel of the order page, without its page, and reports the first step immediately.
 * `after` as in `Payment`; without it, one more payment. False when there is no session to pay.
 */
export async function payAtGateway(
  ctx: Context,
  ref: string,
  payment: Pick<Payment, "asset" | "amount" | "vanishes"> & { after?: number },
): Promise<boolean> {
  const now = ctx.clock.now();
  const [session] = await ctx.db.orm
    .select({ id: sandboxSession.id })
    .from(sandboxSession)
    .where(eq(sandboxSession.reference, ref))
    .orderBy(desc(sandboxSession.createdAt))
    .limit(1);
  if (!session) return false;
  const { begun } = await sessionState(ctx.db.orm, session.id, now);
  await payInto(ctx, session.id, { after: begun.length, ...payment, startsAt: now });
  await deliverDue(ctx);
  return true;
}
